import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { SessionView } from '../../../packages/hub/src/routes/views.js'
import { Announcements, announceTrouble } from '../parts/announce.js'
import { PageHead } from '../parts/panel.js'
import { Placeholder, ProblemNotice } from '../parts/waiting.js'
import { usePath } from '../router/location.js'
import { Banner } from './frame/banner.js'
import { Rail } from './frame/rail.js'
import { CataloguePage } from './pages/catalogue/catalogue-page.js'
import { SignInPage } from './pages/sign-in-page.js'
import { UnknownPage } from './pages/unknown-page.js'
import { type HubRoute, parseHubRoute } from './router/route.js'
import { refreshAll, useAnswer } from './server/answers.js'
import { listenToConnection, noteSession } from './server/connection.js'
import { load } from './server/load.js'
import { SessionContext } from './server/session.js'

const SkillPage = lazy(() => load(async () => (await import('./pages/skill/skill-page.js')).SkillPage))
const ModerationPage = lazy(() =>
  load(async () => (await import('./pages/moderation/moderation-page.js')).ModerationPage),
)
const OwnersPage = lazy(() => load(async () => (await import('./pages/owners/owners-page.js')).OwnersPage))
const TokensPage = lazy(() => load(async () => (await import('./pages/tokens/tokens-page.js')).TokensPage))
const DevicePage = lazy(() => load(async () => (await import('./pages/device/device-page.js')).DevicePage))
const AdminPage = lazy(() => load(async () => (await import('./pages/admin/admin-page.js')).AdminPage))

const TITLES: Readonly<Record<HubRoute['page'], string>> = {
  catalogue: 'Skills',
  skill: 'Skill',
  moderation: 'Moderation',
  owners: 'Owners',
  tokens: 'Tokens',
  admin: 'Administration',
  device: 'Log in a device',
  'sign-in': 'Sign in',
  unknown: 'Page not found',
}

export function App() {
  const path = usePath()
  const route = useMemo(() => parseHubRoute(path), [path])
  const session = useAnswer('GET /api/hub/v1/session', {}, { keepsOld: true })
  useArrival(route, session.value?.hub.name)
  useConnection(session.value)
  return (
    <SessionContext value={session.value}>
      <div className="frame">
        <a className="skip" href="#page-title">
          Skip to the page
        </a>
        <Rail page={route.page} session={session.value} />
        <div className="content">
          <Banner />
          <main className="main">
            {session.problem === undefined ? null : (
              <>
                {session.value === undefined ? <PageHead title="This page cannot be shown" /> : null}
                <ProblemNotice problem={session.problem} />
              </>
            )}
            {session.value === undefined ? (
              session.problem === undefined ? (
                <Placeholder lines={12} />
              ) : null
            ) : (
              <Suspense fallback={<Placeholder lines={12} />}>
                <Page route={route} session={session.value} />
              </Suspense>
            )}
          </main>
        </div>
        <Announcements />
      </div>
    </SessionContext>
  )
}

interface Entrance {
  readonly isFor: (user: SessionView['user']) => boolean
  /** What a page says to those who may not see it. */
  readonly reason: string
}

/** Pages that are not for everyone. */
const ENTRANCES: Partial<Readonly<Record<HubRoute['page'], Entrance>>> = {
  moderation: {
    isFor: (user) => user?.mayModerate === true,
    reason: 'Moderating needs a token with the scope moderate.',
  },
  admin: {
    isFor: (user) => user?.mayAdminister === true,
    reason: 'Administration needs a token with the scope admin.',
  },
  owners: { isFor: (user) => user !== null, reason: 'Your owners are shown once you are signed in.' },
  tokens: { isFor: (user) => user !== null, reason: 'Your tokens are shown once you are signed in.' },
  device: { isFor: (user) => user !== null, reason: 'Sign in to confirm the login that your terminal started.' },
}

/** Why a user may not see a page; undefined if they may. */
function findObstacle(page: HubRoute['page'], { hub, user }: SessionView): string | undefined {
  if (user === null && !hub.allowsAnonymous) return 'This hub is open to its users only.'
  const entrance = ENTRANCES[page]
  return entrance === undefined || entrance.isFor(user) ? undefined : entrance.reason
}

/** A page that a visitor may not see is the page to sign in on. */
function Page({ route, session }: { readonly route: HubRoute; readonly session: SessionView }) {
  const obstacle = findObstacle(route.page, session)
  if (obstacle !== undefined) return <SignInPage reason={obstacle} />
  switch (route.page) {
    case 'catalogue':
      return <CataloguePage />
    case 'skill':
      return <SkillPage key={`${route.owner}/${route.slug}`} slug={route.slug} owner={route.owner} />
    case 'moderation':
      return <ModerationPage />
    case 'owners':
      return <OwnersPage />
    case 'tokens':
      return <TokensPage />
    case 'admin':
      return <AdminPage />
    case 'device':
      return <DevicePage />
    case 'sign-in':
      return <SignInPage />
    case 'unknown':
      return <UnknownPage />
  }
}

/** Asks for everything again once the hub answers again, or has ended the session. */
function useConnection(session: SessionView | undefined): void {
  useEffect(() => {
    if (session !== undefined) noteSession(session.user !== null)
  }, [session])
  useEffect(
    () =>
      listenToConnection((news) => {
        if (news === 'signed-out') announceTrouble('Your session has ended. Sign in again.')
        refreshAll()
      }),
    [],
  )
}

/** A new page has its title, starts at its top and, if it was reached from another one, gets the focus. */
function useArrival(route: HubRoute, hub = 'Metier Hub'): void {
  const isFirst = useRef(true)
  const title = route.page === 'skill' ? route.slug : TITLES[route.page]
  useEffect(() => {
    document.title = `${title} · ${hub}`
  }, [title, hub])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving is a change of the title.
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('#page-title')?.focus({ preventScroll: true })
  }, [title])
}
