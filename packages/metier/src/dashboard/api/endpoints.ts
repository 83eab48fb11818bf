/**
 * The one definition of the dashboard's API: the server's route table and the client of `web/` are typed by it.
 *
 * The input of a GET is its query string, that of a POST its body as JSON. A POST needs the header `x-metier-page: <page id>`, which no
 * form can send; GETs may have it. The page id is any text of 8 to 64 letters and digits that the page made up: the tools playground
 * keeps a workspace for each. An answer with a status of 400 or more is a `ProblemView`. `GET /api/events` is a stream of
 * `DashboardEvent`, and not listed here.
 */

import type { ActivityView } from './activity.js'
import type { ActionView, SkillId } from './common.js'
import type { InstallsView, InstallView, OffersView, RegistrySearchView } from './installs.js'
import type { OverviewView, PlaceView, SightsView, UpdatesView } from './overview.js'
import type { ClientPromptView, ClientsView, RoutingView, TestRunView, TriggersView } from './routing.js'
import type {
  AuditView,
  DiffView,
  FilesView,
  FileView,
  OverlapsView,
  SkillToolsView,
  SkillView,
  SourceView,
  VersionsView,
} from './skill.js'
import type { SkillSearchView, SkillsView } from './skills.js'
import type { ActivationView, ToolCallView, ToolsView } from './tools.js'

/** Every request, by method and path. */
export interface DashboardApi {
  'GET /api/place': Endpoint<NoInput, PlaceView>
  'GET /api/overview': Endpoint<NoInput, OverviewView>
  'GET /api/agents': Endpoint<NoInput, SightsView>
  /** Asks the source of every installed skill, which takes a network. */
  'POST /api/updates': Endpoint<NoInput, UpdatesView>
  /** Loads everything again, including programs and variables: `metier reload`. */
  'POST /api/reload': Endpoint<NoInput, ActionView>

  'GET /api/skills': Endpoint<NoInput, SkillsView>
  /** At most 10,000 hits; 200 if `limit` is left out. */
  'GET /api/search': Endpoint<{ readonly query: string; readonly limit?: number }, SkillSearchView>
  /** Scans the named skills, or all of them, in the background; `audits` events report. */
  'POST /api/audits': Endpoint<{ readonly skills?: readonly SkillId[] }, ActionView>

  'GET /api/skill': Endpoint<OneSkill, SkillView>
  'GET /api/skill/source': Endpoint<OneSkill, SourceView>
  'GET /api/skill/files': Endpoint<OneSkill, FilesView>
  'GET /api/skill/file': Endpoint<OneSkill & { readonly path: string }, FileView>
  'GET /api/skill/audit': Endpoint<OneSkill, AuditView>
  'GET /api/skill/tools': Endpoint<OneSkill, SkillToolsView>
  'GET /api/skill/versions': Endpoint<OneSkill, VersionsView>
  /** `from` and `to` are digests of `VersionsView`; `disk` means the files as they are now. */
  'GET /api/skill/diff': Endpoint<OneSkill & { readonly from: string; readonly to: string }, DiffView>
  'GET /api/skill/overlaps': Endpoint<OneSkill, OverlapsView>

  'POST /api/skill/enable': Endpoint<OneSkill, ActionView>
  'POST /api/skill/disable': Endpoint<OneSkill, ActionView>
  /** With the digest of the `ApprovalView` that the user saw. */
  'POST /api/skill/approve': Endpoint<OneSkill & { readonly digest: string }, ActionView>
  'POST /api/skill/revoke': Endpoint<OneSkill, ActionView>
  /** Begins an update. Like an install, it waits in quarantine until `agree` or `cancel`. `force` replaces local changes. */
  'POST /api/skill/update': Endpoint<OneSkill & { readonly force?: boolean }, InstallView>
  /** To the latest kept version if `digest` is left out. */
  'POST /api/skill/rollback': Endpoint<OneSkill & { readonly digest?: string; readonly accept?: string }, ActionView>
  'POST /api/skill/remove': Endpoint<OneSkill, ActionView>
  'POST /api/skill/pin': Endpoint<OneSkill, ActionView>
  'POST /api/skill/unpin': Endpoint<OneSkill, ActionView>
  'POST /api/skill/link': Endpoint<OneSkill & { readonly agent: string }, ActionView>
  'POST /api/skill/unlink': Endpoint<OneSkill & { readonly agent: string }, ActionView>

  'GET /api/routing': Endpoint<{ readonly sentence: string }, RoutingView>
  'GET /api/clients': Endpoint<NoInput, ClientsView>
  'GET /api/client': Endpoint<{ readonly client: string }, ClientPromptView>
  'GET /api/tests': Endpoint<{ readonly skill?: SkillId }, TriggersView>
  /** Adds the sentence to `evals/triggers.json` of the skill. */
  'POST /api/tests': Endpoint<OneSkill & { readonly query: string; readonly shouldTrigger: boolean }, ActionView>
  /** Tests one skill, or all that have sentences. */
  'POST /api/tests/run': Endpoint<{ readonly skill?: SkillId }, TestRunView>

  'GET /api/tools': Endpoint<NoInput, ToolsView>
  /** `permit` is the user's word for servers that the skill starts. */
  'POST /api/tools/activate': Endpoint<OneSkill & { readonly permit?: boolean }, ActivationView>
  /** All active skills if `skill` is left out. */
  'POST /api/tools/deactivate': Endpoint<{ readonly skill?: SkillId }, ActivationView>
  /** `permit` is the user's word for this one call, if permission is asked for. */
  'POST /api/tools/call': Endpoint<
    {
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly permit?: boolean
    },
    ToolCallView
  >

  'GET /api/registry': Endpoint<{ readonly query: string; readonly source?: string }, RegistrySearchView>
  'POST /api/offers': Endpoint<{ readonly source: string }, OffersView>
  'GET /api/installs': Endpoint<NoInput, InstallsView>
  /** Begins one. It ends in quarantine until `agree` or `cancel`. */
  'POST /api/installs': Endpoint<
    {
      readonly source: string
      readonly skill?: string
      readonly scope?: 'project' | 'personal'
      /** Replaces an installed skill of the same name. */
      readonly force?: boolean
    },
    InstallView
  >
  'GET /api/install': Endpoint<OneInstall, InstallView>
  /** One file in quarantine, also of a skill that the scan blocked. */
  'GET /api/install/file': Endpoint<OneInstall & { readonly path: string }, FileView>
  /** With the digest that was shown; answers when the skill is installed or refused. */
  'POST /api/install/agree': Endpoint<OneInstall & { readonly digest: string }, InstallView>
  'POST /api/install/cancel': Endpoint<OneInstall, InstallView>
  /** Removes what was installed, or restores what it replaced. */
  'POST /api/install/undo': Endpoint<OneInstall, InstallView>
  /** Trusts a source: `metier trust`. */
  'POST /api/trust': Endpoint<{ readonly source: string }, ActionView>

  'GET /api/activity': Endpoint<NoInput, ActivityView>
}

/** A request by method and path, such as `GET /api/skills`. */
export type EndpointName = keyof DashboardApi

export type EndpointInput<Name extends EndpointName> = DashboardApi[Name]['input']

export type EndpointAnswer<Name extends EndpointName> = DashboardApi[Name]['answer']

interface Endpoint<Input, Answer> {
  readonly input: Input
  readonly answer: Answer
}

type NoInput = Readonly<Record<never, never>>

interface OneSkill {
  readonly skill: SkillId
}

interface OneInstall {
  readonly id: string
}
