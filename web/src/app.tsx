import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Banner } from './frame/banner.js'
import { Help } from './frame/help.js'
import { Rail } from './frame/rail.js'
import { useShortcuts } from './keys/use-shortcuts.js'
import { Announcements } from './parts/announce.js'
import { Placeholder } from './parts/waiting.js'
import { useRoute } from './router/location.js'
import type { Route } from './router/route.js'

const OverviewPage = lazy(async () => ({ default: (await import('./pages/overview/overview-page.js')).OverviewPage }))
const SkillsPage = lazy(async () => ({ default: (await import('./pages/skills/skills-page.js')).SkillsPage }))
const SkillPage = lazy(async () => ({ default: (await import('./pages/skill/skill-page.js')).SkillPage }))
const RoutingPage = lazy(async () => ({ default: (await import('./pages/routing/routing-page.js')).RoutingPage }))
const ToolsPage = lazy(async () => ({ default: (await import('./pages/tools/tools-page.js')).ToolsPage }))
const InstallPage = lazy(async () => ({ default: (await import('./pages/install/install-page.js')).InstallPage }))
const ActivityPage = lazy(async () => ({ default: (await import('./pages/activity/activity-page.js')).ActivityPage }))
const UnknownPage = lazy(async () => ({ default: (await import('./pages/unknown-page.js')).UnknownPage }))

const TITLES: Readonly<Record<Route['page'], string>> = {
  overview: 'Overview',
  skills: 'Skills',
  skill: 'Skill',
  routing: 'Routing',
  tools: 'Tools',
  install: 'Install',
  activity: 'Activity',
  unknown: 'Page not found',
}

export function App() {
  const route = useRoute()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts(useCallback(() => setHelpOpen(true), []))
  useArrival(route)
  return (
    <div className="frame">
      <a className="skip" href="#page-title">
        Skip to the page
      </a>
      <Rail page={route.page} openHelp={() => setHelpOpen(true)} />
      <div className="content">
        <Banner />
        <main className={`main ${route.page === 'skills' ? 'main-full' : ''}`}>
          <Suspense fallback={<Placeholder lines={12} />}>
            <Page route={route} />
          </Suspense>
        </main>
      </div>
      <Announcements />
      {isHelpOpen ? <Help onClose={() => setHelpOpen(false)} /> : null}
    </div>
  )
}

function Page({ route }: { readonly route: Route }) {
  switch (route.page) {
    case 'overview':
      return <OverviewPage />
    case 'skills':
      return <SkillsPage />
    case 'skill':
      return <SkillPage key={route.name} name={route.name} />
    case 'routing':
      return <RoutingPage />
    case 'tools':
      return <ToolsPage />
    case 'install':
      return <InstallPage />
    case 'activity':
      return <ActivityPage />
    case 'unknown':
      return <UnknownPage />
  }
}

/** A new page has its title, starts at its top and, if it was reached from another one, gets the focus. */
function useArrival(route: Route): void {
  const isFirst = useRef(true)
  const title = route.page === 'skill' ? route.name : TITLES[route.page]
  useEffect(() => {
    document.title = `${title} · Metier`
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('#page-title')
    heading?.focus({ preventScroll: true })
  }, [title])
}
