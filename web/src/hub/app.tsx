import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { SessionView } from '../../../packages/hub/src/routes/views.js'
import { Announcements } from '../parts/announce.js'
import { Placeholder, ProblemNotice } from '../parts/waiting.js'
import { usePath } from '../router/location.js'
import { Rail } from './frame/rail.js'
import { CataloguePage } from './pages/catalogue/catalogue-page.js'
import { SignInPage } from './pages/sign-in-page.js'
import { UnknownPage } from './pages/unknown-page.js'
import { type HubRoute, parseHubRoute } from './router/route.js'
import { useAnswer } from './server/answers.js'
import { SessionContext } from './server/session.js'

const SkillPage = lazy(async () => ({ default: (await import('./pages/skill/skill-page.js')).SkillPage }))
const ModerationPage = lazy(async () => ({
  default: (await import('./pages/moderation/moderation-page.js')).ModerationPage,
}))
const TokensPage = lazy(async () => ({ default: (await import('./pages/tokens/tokens-page.js')).TokensPage }))
const AdminPage = lazy(async () => ({ default: (await import('./pages/admin/admin-page.js')).AdminPage }))

const TITLES: Readonly<Record<HubRoute['page'], string>> = {
  catalogue: 'Skills',
  skill: 'Skill',
  moderation: 'Moderation',
  tokens: 'Tokens',
  admin: 'Administration',
  'sign-in': 'Sign in',
  unknown: 'Page not found',
}

export function App() {
  const path = usePath()
  const route = useMemo(() => parseHubRoute(path), [path])
  const session = useAnswer('GET /api/hub/v1/session', {}, { keepsOld: true })
  useArrival(route, session.value?.hub.name)
  return (
    <SessionContext value={session.value}>
      <div className="frame">
        <a className="skip" href="#page-title">
          Skip to the page
        </a>
        <Rail page={route.page} session={session.value} />
        <div className="content">
          <div role="status" />
          <main className="main">
            {session.problem === undefined ? null : <ProblemNotice problem={session.problem} />}
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

/** A page that a visitor may not see is the page to sign in on. */
function Page({ route, session: { hub, user } }: { readonly route: HubRoute; readonly session: SessionView }) {
  if (user === null && !hub.allowsAnonymous) return <SignInPage reason="This hub is open to its users only." />
  switch (route.page) {
    case 'catalogue':
      return <CataloguePage />
    case 'skill':
      return <SkillPage key={`${route.owner}/${route.slug}`} slug={route.slug} owner={route.owner} />
    case 'moderation':
      if (user?.mayModerate === true) return <ModerationPage />
      return <SignInPage reason="Moderating needs a token with the scope moderate." />
    case 'tokens':
      return user === null ? <SignInPage reason="Your tokens are shown once you are signed in." /> : <TokensPage />
    case 'admin':
      if (user?.mayAdminister === true) return <AdminPage />
      return <SignInPage reason="Administration needs a token with the scope admin." />
    case 'sign-in':
      return <SignInPage />
    case 'unknown':
      return <UnknownPage />
  }
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
