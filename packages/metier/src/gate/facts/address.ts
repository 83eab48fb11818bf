/** Classifies a web address by its parsed parts, never by a substring. */

type HostClass = 'loopback' | 'private' | 'raw-ip' | 'paste' | 'drop' | 'tunnel' | 'free' | 'code' | 'known' | 'other'

export interface WebAddress {
  readonly url: string
  readonly host: string
  readonly path: string
  readonly isPlain: boolean
  readonly hasUser: boolean
  readonly hasPort: boolean
  readonly kind: HostClass
}

/** Anyone can read or collect what is uploaded there. */
const DROP =
  'webhook.site requestbin.com requestbin.net requestcatcher.com pipedream.net hookbin.com beeceptor.com interact.sh oast.fun oast.pro oast.live oast.site oast.online oast.me burpcollaborator.net canarytokens.com ptsv2.com postb.in typedwebhook.tools webhook.cool hookdeck.com transfer.sh file.io 0x0.st bashupload.com temp.sh gofile.io anonfiles.com tmpfiles.org filebin.net keep.sh discord.com/api/webhooks discordapp.com/api/webhooks'
const PASTE =
  'pastebin.com rentry.co rentry.org glot.io hastebin.com ghostbin.com dpaste.com dpaste.org paste.ee pastes.dev controlc.com justpaste.it paste.rs ix.io termbin.com telegra.ph privatebin.net hackmd.io paste.sh sprunge.us'
const TUNNEL =
  'ngrok.io ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev trycloudflare.com loca.lt localtunnel.me serveo.net localhost.run bore.pub pinggy.io pinggy.link tunnelmole.net'
/** Free hosting that requires no identity. */
const FREE =
  'vercel.app netlify.app pages.dev workers.dev onrender.com glitch.me repl.co replit.app replit.dev herokuapp.com web.app firebaseapp.com surge.sh fly.dev railway.app deno.dev up.railway.app 000webhostapp.com weebly.com wixsite.com blogspot.com azurewebsites.net cloudfront.net lovable.app bolt.host framer.website webflow.io carrd.co github.io gitlab.io'
const CODE =
  'github.com raw.githubusercontent.com objects.githubusercontent.com gist.github.com gist.githubusercontent.com gitlab.com bitbucket.org codeberg.org sourceforge.net huggingface.co cdn.jsdelivr.net unpkg.com esm.sh cdn.skypack.dev deno.land/x dl.cloudsmith.io'
/** Installers named on the front page of what they install. */
const KNOWN_INSTALLERS =
  'run.linkerd.io fluxcd.io aspire.dev istio.io kuma.io cilium.io raw.githubusercontent.com/cilium raw.githubusercontent.com/derailed raw.githubusercontent.com/kubernetes raw.githubusercontent.com/kubernetes-sigs raw.githubusercontent.com/argoproj raw.githubusercontent.com/fluxcd raw.githubusercontent.com/tektoncd raw.githubusercontent.com/devcontainers raw.githubusercontent.com/microsoft raw.githubusercontent.com/dotnet raw.githubusercontent.com/astral-sh raw.githubusercontent.com/denoland raw.githubusercontent.com/vercel raw.githubusercontent.com/pyenv raw.githubusercontent.com/rbenv raw.githubusercontent.com/jenv raw.githubusercontent.com/tfutils raw.githubusercontent.com/terraform-linters raw.githubusercontent.com/hadolint raw.githubusercontent.com/wagoodman raw.githubusercontent.com/ahmetb raw.githubusercontent.com/direnv raw.githubusercontent.com/zsh-users raw.githubusercontent.com/tmux-plugins raw.githubusercontent.com/Schniz raw.githubusercontent.com/helmfile raw.githubusercontent.com/sigstore raw.githubusercontent.com/ossf raw.githubusercontent.com/google raw.githubusercontent.com/aws raw.githubusercontent.com/Azure raw.githubusercontent.com/cloudflare apt.llvm.org dot.net dotnet.microsoft.com get.dapr.io get.maestro.mobile.dev webi.sh webinstall.dev asdf-vm.com ohmyposh.dev getcomposer.org install.pi-hole.net caddyserver.com get.netdata.cloud get.acme.sh dokku.com cdn.coollabs.io get.casaos.io getmic.ro cpanmin.us get.haskellstack.org get.nextflow.io opam.ocaml.org clickhouse.com dprint.dev static.rust-lang.org win.rustup.rs rustup.rs crystal-lang.org talos.dev get.pulumi.com get.trivy.dev get.influxdata.com get.nvidia.com get.haskellup.org get-ghcup.haskell.org get.opentofu.org get.rke2.io get.jetify.com get.devbox.sh get.nexte.st get.sentry.io sentry.io cli.sentry.dev cli.doppler.com cli.codecov.io uploader.codecov.io cli.nhost.io cli.moonrepo.dev cli.upbound.io coder.com code-server.dev cursor.sh dl.k8s.io dl.min.io dl.deno.land dvc.org elixir-lang.org encore.dev execute.sh fishshell.com flox.dev fvm.app go.dev grafana.com heroku.com cli-assets.heroku.com hasura.io install.python.org install.sandstorm.io install.duckdb.org install.meltano.com install.speedtest.net install.julialang.org julialang.org kind.sigs.k8s.io kots.io krew.sh localstack.cloud lima-vm.io mirrors.kernel.org ngrok.com neon.tech neon.com nx.dev openfaas.com cli.openfaas.com packagecloud.io packages.cloud.google.com packages.gitlab.com pkgx.sh pkgs.tailscale.com pnpm.io planetscale.com platform.sh prefect.io pyenv.run railway.com raw.githubusercontent.com/rust-lang repo.anaconda.com repo.continuum.io replicate.com rust-lang.org sdk.dfinity.org semgrep.dev sh.cloudquery.io snyk.io static.snyk.io spack.io sst.dev stripe.com swiftly.swift.org download.swift.org taskfile.dev temporal.download teleport.dev goteleport.com tea.xyz turso.tech get.tur.so up.dev unikraft.sh get.kraftkit.sh wasmtime.dev get.wasmer.io wasmcloud.com wezfurlong.org windsurf.com x.ai zed.dev zoxide.dev ziglang.org bit.dev amp.rs ampcode.com codeium.com github.com/cli gh.io tart.run convex.dev cli.clerk.com letta.com modal.com lmstudio.ai gemini.google.com antigravity.google vite.plus viteplus.dev setup.vite.plus hermit.cashapp.io hf.co huggingface.co/cli sh.rustup.rs get.scoop.sh community.chocolatey.org chocolatey.org rclone.org release.solana.com release.anza.xyz proton.me opencode.dev cli.inference.sh sugar.metaplex.com raw.githubusercontent.com/nodesource astral.sh bun.sh bun.com deno.land/install.sh deno.land/install.ps1 deno.land/x/install get.docker.com install.python-poetry.org get.pnpm.io raw.githubusercontent.com/nvm-sh raw.githubusercontent.com/Homebrew fnm.vercel.app ollama.com ollama.ai claude.ai cursor.com cli.github.com deb.nodesource.com rpm.nodesource.com get.helm.sh raw.githubusercontent.com/helm raw.githubusercontent.com/ohmyzsh sdk.cloud.google.com aka.ms get.sdkman.io fly.io supabase.com starship.rs get.volta.sh mise.run mise.jdx.dev cli.run.nu tailscale.com k3s.io get.k3s.io foundry.paradigm.xyz get.foundry.sh pixi.sh sh.uvx.sh nixos.org install.determinate.systems opencode.ai openclaw.ai clawd.bot molt.bot moltbot.ai docs.openclaw.ai awscli.amazonaws.com releases.hashicorp.com apt.releases.hashicorp.com dl.google.com packages.microsoft.com download.docker.com bootstrap.pypa.io just.systems get.rvm.io rvm.io sh.jbang.dev raw.githubusercontent.com/junegunn raw.githubusercontent.com/anchore raw.githubusercontent.com/aquasecurity raw.githubusercontent.com/trufflesecurity raw.githubusercontent.com/golangci raw.githubusercontent.com/asdf-vm raw.githubusercontent.com/pypa raw.githubusercontent.com/rancher raw.githubusercontent.com/k3d-io raw.githubusercontent.com/nektos raw.githubusercontent.com/tj raw.githubusercontent.com/gitleaks raw.githubusercontent.com/semgrep raw.githubusercontent.com/cli'

/** Shared hosting: two names below one of these are unrelated. */
export const SHARED_HOSTS: readonly string[] = [...FREE.split(' '), ...TUNNEL.split(' ')]

const CLASSES: readonly (readonly [HostClass, readonly string[]])[] = [
  ['drop', DROP.split(' ')],
  ['paste', PASTE.split(' ')],
  ['tunnel', TUNNEL.split(' ')],
  ['known', KNOWN_INSTALLERS.split(' ')],
  ['code', CODE.split(' ')],
  ['free', FREE.split(' ')],
]

interface Entry {
  /** The first class that covers an address wins. */
  readonly rank: number
  /** A host with everything below it, or a host with a path prefix. */
  readonly entry: string
}

/** Indexed by host, so that only entries for one host are compared. */
const ENTRIES = new Map<string, Entry[]>()
CLASSES.forEach(([, list], rank) => {
  for (const entry of list) {
    const host = entry.split('/', 1)[0] ?? ''
    ENTRIES.set(host, [...(ENTRIES.get(host) ?? []), { rank, entry }])
  }
})

// One character class and no gap: linear. Brackets end an address unless it is IPv6.
const ADDRESS = /\b(?:https?|hxxps?|wss?|ftp):\/\/(?:\[[0-9a-fA-F:.]{2,45}\])?[^\s"'`<>()\\|;,\]}]{0,500}/gi

export interface FoundAddress extends WebAddress {
  readonly index: number
}

/** Every address in a text, with its position. */
export function findAddresses(text: string): readonly FoundAddress[] {
  if (!text.includes('://')) return []
  const found: FoundAddress[] = []
  for (const { index, 0: written } of text.matchAll(ADDRESS)) {
    const address = readAddress(written)
    if (address !== undefined) found.push({ ...address, index })
  }
  return found
}

/** Parses one address; undefined if it is not one. The scheme may be missing, as curl allows. */
export function readAddress(written: string): WebAddress | undefined {
  const text = written
    .replace(/^hxxp/i, 'http')
    .replaceAll('[.]', '.')
    .replace(/[.,;:!?*_]{1,8}$/, '')
  const parts =
    /^(?:([a-z]{2,5}):\/\/)?(?:([^/?#\\@\s]{1,120})@)?(\[[0-9a-fA-F:.]{2,45}\]|[^/:?#\\\s@]{1,253})(?::(\d{1,5}))?([/?#\\].{0,600})?$/i.exec(
      text,
    )
  if (parts === null) return undefined
  const [, scheme, user, named = '', port, path = ''] = parts
  const host = named.toLowerCase()
  if (scheme === undefined && !/^[a-z0-9-]+(?:\.[a-z0-9-]{1,63}){1,6}$/.test(host)) return undefined
  const kind = classOf(host, path)
  return {
    url: text,
    host,
    path,
    // Known hosts lead from http to https.
    isPlain: scheme === undefined ? kind !== 'known' : /^(?:http|ws|ftp)$/i.test(scheme),
    hasUser: user !== undefined,
    hasPort: port !== undefined && port !== '443' && port !== '80',
    kind,
  }
}

function classOf(host: string, path: string): HostClass {
  const number = numericHost(host)
  if (number !== undefined) return number
  if (
    /^(?:localhost|.{1,60}\.localhost|(?:.{1,60}[.-])?127[.-]0[.-]0[.-]1\.(?:nip|sslip)\.io|(?:.{1,60}\.)?(?:localtest|lvh)\.me|host\.docker\.internal|ip6-localhost)$/.test(
      host,
    )
  )
    return 'loopback'
  if (/\.(?:local|internal|lan|corp|home|intranet)$/.test(host) || !host.includes('.')) return 'private'
  const rank = Math.min(rankOf(host, path), ...domainsOf(host).map((above) => rankOf(above, '')))
  return CLASSES[rank]?.[0] ?? 'other'
}

/** `b.c` and `c` of `a.b.c`. */
function domainsOf(host: string): readonly string[] {
  const parts = host.split('.')
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('.'))
}

/** The first class with an entry for this host, or for the path on it. */
function rankOf(host: string, path: string): number {
  const ranks = (ENTRIES.get(host) ?? []).filter(({ entry }) => entry === host || covers(entry, host + path))
  return Math.min(CLASSES.length, ...ranks.map(({ rank }) => rank))
}

function covers(entry: string, full: string): boolean {
  return full === entry || full.startsWith(`${entry}/`) || full.startsWith(`${entry}?`)
}

/** Dotted, decimal, octal and hexadecimal spellings of an address are all the same number. */
function numericHost(host: string): HostClass | undefined {
  if (host.startsWith('['))
    return host === '[::1]' ? 'loopback' : /^\[[\da-f:.]{2,45}\]$/.test(host) ? 'raw-ip' : undefined
  const isNumber = /^(?:0x[0-9a-f]{1,8}|\d{1,10})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,10})){0,3}$/.test(host)
  if (!isNumber) return undefined
  if (/^(?:0|0\.0\.0\.0|127\..{1,20}|0x7f.{0,20}|2130706433)$/.test(host)) return 'loopback'
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host) ? 'private' : 'raw-ip'
}
