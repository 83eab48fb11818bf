/** The owner of a host: the part of its name that was registered. Hosts are compared by it, never by a substring. */

import { SHARED_HOSTS } from './address.js'

/**
 * Suffixes of several labels below which unrelated people register or rent names; `*` is any one label. A selection of
 * the public suffix list, checked 2026-11, plus the hosting services in the address classes.
 */
const SUFFIXES = new Set([
  ...'co.uk org.uk ac.uk gov.uk me.uk ltd.uk plc.uk net.uk sch.uk com.au net.au org.au edu.au gov.au id.au co.nz org.nz net.nz ac.nz govt.nz co.jp ne.jp or.jp ac.jp go.jp co.kr or.kr ne.kr go.kr ac.kr com.cn net.cn org.cn gov.cn edu.cn ac.cn com.hk org.hk com.tw org.tw com.sg edu.sg com.my co.in net.in org.in gen.in firm.in ac.in gov.in co.id or.id web.id go.id co.th in.th or.th com.ph com.vn com.br net.br org.br gov.br com.ar com.mx org.mx com.co com.pe com.ve com.ec com.uy com.py cl.com co.za org.za web.za com.ng com.eg com.gh co.ke or.ke co.tz co.ug com.tr org.tr gov.tr com.ua in.ua com.pl net.pl org.pl com.ro com.gr com.pt com.es org.es nom.es co.it co.il org.il ac.il com.sa com.pk com.bd com.np com.lk eu.org us.com uk.com de.com gb.net'.split(
    ' ',
  ),
  ...'s3.amazonaws.com s3.*.amazonaws.com s3-website.*.amazonaws.com execute-api.*.amazonaws.com *.elb.amazonaws.com elb.*.amazonaws.com compute.amazonaws.com *.compute.amazonaws.com lambda-url.*.on.aws elasticbeanstalk.com *.elasticbeanstalk.com amplifyapp.com awsapprunner.com blob.core.windows.net *.blob.core.windows.net web.core.windows.net azurestaticapps.net *.azurestaticapps.net azurecontainerapps.io cloudapp.net cloudapp.azure.com *.cloudapp.azure.com azurefd.net azureedge.net azure-api.net run.app *.run.app appspot.com *.r.appspot.com cloudfunctions.net firebaseio.com r2.dev cloudflarepages.com hf.space githubpreview.dev github.dev app.github.dev gitpod.io supabase.co ondigitalocean.app digitaloceanspaces.com *.digitaloceanspaces.com linodeobjects.com myshopify.com notion.site zendesk.com atlassian.net wordpress.com tumblr.com ghost.io substack.com neocities.org pythonanywhere.com streamlit.app modal.run gradio.live koyeb.app cyclic.app northflank.app render.com.co zeabur.app val.run web.val.run duckdns.org no-ip.org ddns.net dyndns.org nip.io sslip.io'.split(
    ' ',
  ),
  ...SHARED_HOSTS,
])

/** The suffix plus one label: `acme.co.uk` of `api.acme.co.uk`, `x.github.io` of `a.x.github.io`. */
export function registrableDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  for (let from = 0; from < labels.length - 1; from++)
    if (isSuffix(labels.slice(from))) return labels.slice(Math.max(0, from - 1)).join('.')
  return labels.slice(-2).join('.')
}

/** Whether a host is one of these domains or below one, by labels and not by text. */
export function isBelow(host: string, domains: ReadonlySet<string>): boolean {
  const own = registrableDomain(host).split('.').length
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, from) => labels.length - from >= own && domains.has(labels.slice(from).join('.')))
}

function isSuffix(labels: readonly string[]): boolean {
  if (SUFFIXES.has(labels.join('.'))) return true
  return [0, 1].some((wild) => SUFFIXES.has(labels.map((label, at) => (at === wild ? '*' : label)).join('.')))
}
