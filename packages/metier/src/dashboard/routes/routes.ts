/** The whole API. The compiler holds that each endpoint of the definition has its route. */

import { activityRoutes } from './activity-routes.js'
import { installRoutes } from './install-routes.js'
import { overviewRoutes } from './overview-routes.js'
import type { RouteTable } from './route.js'
import { routingRoutes } from './routing-routes.js'
import { skillActions } from './skill-actions.js'
import { skillRoutes } from './skill-routes.js'
import { skillsRoutes } from './skills-routes.js'
import { toolsRoutes } from './tools-routes.js'

export const ROUTES: RouteTable = {
  ...overviewRoutes,
  ...skillsRoutes,
  ...skillRoutes,
  ...skillActions,
  ...routingRoutes,
  ...toolsRoutes,
  ...installRoutes,
  ...activityRoutes,
}
