/** The vendor of a credential variable, and the hosts it may be sent to. */

import { registrableDomain } from './domain.js'
import { registryDomains } from './registries.js'
import { isCredentialName } from './secrets.js'

/** Prefix of a variable name → the vendor's registrable domains, checked 2026-11-18. `-`: no host is right for it. */
const VENDORS: Readonly<Record<string, string>> = {
  // Models
  OPENAI: 'openai.com azure.com cloudflare.com helicone.ai portkey.ai',
  ANTHROPIC: 'anthropic.com claude.com cloudflare.com helicone.ai portkey.ai',
  CLAUDE: 'anthropic.com claude.com claude.ai',
  GEMINI: 'googleapis.com google.com google.dev cloudflare.com',
  MISTRAL: 'mistral.ai',
  COHERE: 'cohere.com cohere.ai',
  GROQ: 'groq.com',
  XAI: 'x.ai',
  GROK: 'x.ai',
  DEEPSEEK: 'deepseek.com',
  OPENROUTER: 'openrouter.ai',
  PERPLEXITY: 'perplexity.ai',
  TOGETHER: 'together.ai together.xyz',
  FIREWORKS: 'fireworks.ai',
  REPLICATE: 'replicate.com replicate.delivery',
  HF: 'huggingface.co hf.co',
  HUGGINGFACE: 'huggingface.co hf.co',
  HUGGING: 'huggingface.co hf.co',
  HUGGINGFACEHUB: 'huggingface.co hf.co',
  ELEVENLABS: 'elevenlabs.io',
  DASHSCOPE: 'aliyuncs.com aliyun.com',
  MOONSHOT: 'moonshot.cn moonshot.ai',
  VOYAGE: 'voyageai.com',
  PINECONE: 'pinecone.io',
  LANGCHAIN: 'langchain.com langchain.dev smith.langchain.com',
  LANGSMITH: 'langchain.com',
  WANDB: 'wandb.ai',
  // Clouds
  AWS: 'amazonaws.com amazon.com aws.amazon.com on.aws api.aws',
  AZURE: 'azure.com microsoft.com microsoftonline.com windows.net azure.net',
  ARM: 'azure.com microsoftonline.com',
  GCP: 'googleapis.com google.com',
  GCLOUD: 'googleapis.com google.com',
  GOOGLE: 'googleapis.com google.com google.dev cloudflare.com',
  CLOUDFLARE: 'cloudflare.com cloudflarestorage.com imagedelivery.net',
  CF: 'cloudflare.com cloudflarestorage.com imagedelivery.net cloudfoundry.org',
  DIGITALOCEAN: 'digitalocean.com',
  HEROKU: 'heroku.com',
  VERCEL: 'vercel.com',
  NETLIFY: 'netlify.com',
  FLY: 'fly.io',
  RAILWAY: 'railway.app railway.com',
  RENDER: 'render.com',
  SUPABASE: 'supabase.com supabase.co supabase.io',
  LINODE: 'linode.com',
  HETZNER: 'hetzner.cloud hetzner.com',
  HCLOUD: 'hetzner.cloud hetzner.com',
  ALIYUN: 'aliyun.com aliyuncs.com',
  ALIBABA: 'aliyun.com aliyuncs.com alibabacloud.com',
  TENCENTCLOUD: 'tencentcloudapi.com tencent.com myqcloud.com',
  VULTR: 'vultr.com',
  // Code and packages
  GITHUB: ['github.com githubusercontent.com githubcopilot.com', ...registryDomains('ghcr')].join(' '),
  GH: ['github.com githubusercontent.com githubcopilot.com', ...registryDomains('ghcr')].join(' '),
  GITLAB: 'gitlab.com',
  BITBUCKET: 'bitbucket.org atlassian.com',
  NPM: registryDomains('npmjs').join(' '),
  NODE_AUTH: ['github.com', ...registryDomains('npmjs')].join(' '),
  PYPI: registryDomains('pypi').join(' '),
  TWINE: registryDomains('pypi').join(' '),
  CARGO: registryDomains('crates').join(' '),
  DOCKER: registryDomains('docker').join(' '),
  DOCKERHUB: registryDomains('docker').join(' '),
  CIRCLE: 'circleci.com',
  CIRCLECI: 'circleci.com',
  TRAVIS: 'travis-ci.com travis-ci.org',
  SONAR: 'sonarcloud.io sonarsource.com',
  SENTRY: 'sentry.io sentry.dev',
  // Services
  SLACK: 'slack.com',
  DISCORD: 'discord.com discordapp.com',
  TELEGRAM: 'telegram.org',
  TWILIO: 'twilio.com',
  SENDGRID: 'sendgrid.com',
  MAILGUN: 'mailgun.net mailgun.com',
  STRIPE: 'stripe.com',
  PAYPAL: 'paypal.com',
  SHOPIFY: 'shopify.com myshopify.com',
  DATADOG: 'datadoghq.com datadog.com datadoghq.eu ddog-gov.com',
  DD: 'datadoghq.com datadoghq.eu ddog-gov.com',
  NOTION: 'notion.com notion.so',
  LINEAR: 'linear.app',
  FIGMA: 'figma.com',
  AIRTABLE: 'airtable.com',
  HUBSPOT: 'hubapi.com hubspot.com',
  SALESFORCE: 'salesforce.com force.com',
  OKTA: 'okta.com oktapreview.com',
  COINBASE: 'coinbase.com',
  BINANCE: 'binance.com binance.us binanceapi.com',
  // Specific to the machine or the user's own database
  SSH: '-',
  SUDO: '-',
  DATABASE: '-',
  DB: '-',
  POSTGRES: '-',
  POSTGRESQL: '-',
  PG: '-',
  PGPASSWORD: '-',
  MYSQL: '-',
  MONGO: '-',
  MONGODB: '-',
  REDIS: '-',
}
/** Words that builds and people put before a name. */
const BEFORE = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|MY|PROD|PRODUCTION|STAGING|DEV|TEST|CI)_/

/** Whether a credential would go to a host other than its vendor's. An unknown vendor's key may go to any host. */
export function isForeignTo(variable: string, host: string): boolean {
  if (!isCredentialName(variable)) return false
  const domains = domainsFor(variable)
  return domains !== undefined && !domains.includes(registrableDomain(host))
}

const DOMAINS: ReadonlySet<string> = new Set(Object.values(VENDORS).flatMap((domains) => domains.split(' ')))

/** Whether a host belongs to a vendor of this list. */
export function isVendor(host: string): boolean {
  return DOMAINS.has(registrableDomain(host))
}

/** What distinguishes the owner of a credential from others: its vendor, or the first word of the variable's name. */
export function ownerOf(variable: string): string {
  const domains = domainsFor(variable)
  if (domains !== undefined && !domains.includes('-')) return domains[0] ?? ''
  return variable.toUpperCase().replace(BEFORE, '').split('_')[0] ?? ''
}

/** Whether a credential's vendor is known, so that there is one right destination. */
export function hasVendor(variable: string): boolean {
  return domainsFor(variable)?.includes('-') === false
}

function domainsFor(variable: string): readonly string[] | undefined {
  const words = variable.toUpperCase().replace(BEFORE, '').split('_')
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join('_')
    const domains = Object.hasOwn(VENDORS, name) ? VENDORS[name] : undefined
    if (domains !== undefined) return domains.split(' ')
  }
  return undefined
}
