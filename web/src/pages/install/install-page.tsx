import { PageHead, TabTitle } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { useParameter } from '../../router/location.js'
import { withParameters } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import { GateGuide } from './gate-guide.js'
import { GatePanel } from './gate-panel.js'
import { Recent } from './recent.js'
import { RegistrySearch } from './registry-search.js'
import { SourceForm } from './source-form.js'

/** Look at a skill before it comes in: every step of the gate, every file, then agree with what was shown. */
export function InstallPage() {
  const [id] = useParameter('install')
  return (
    <>
      <PageHead title="Install">
        <p>A skill stays in quarantine, where you can read every file, until you agree.</p>
      </PageHead>
      {id === '' ? <Choose /> : <Running id={id} />}
    </>
  )
}

function Choose() {
  const [way] = useParameter('from')
  const isSearch = way === 'registry'
  return (
    <div className="stack-large">
      <nav className="tabs" aria-label="Where to install from">
        <Link to="/install" aria-current={isSearch ? undefined : 'true'}>
          <TabTitle>From a source</TabTitle>
        </Link>
        <Link to={withParameters('/install', { from: 'registry' })} aria-current={isSearch ? 'true' : undefined}>
          <TabTitle>Search a registry</TabTitle>
        </Link>
      </nav>
      {isSearch ? <RegistrySearch /> : <SourceForm />}
      <Recent />
      <GateGuide />
    </div>
  )
}

function Running({ id }: { readonly id: string }) {
  const install = useAnswer('GET /api/install', { id })
  return (
    <div className="stack-large">
      <Show answer={install} lines={14}>
        {(value) => <GatePanel install={value} />}
      </Show>
      <p>
        <Link to="/install">Install another skill</Link>
      </p>
    </div>
  )
}
