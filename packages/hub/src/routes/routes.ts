/** Every route of the API, in the order of its document. */

import type { AnyRoute } from '../http/route.js'
import { whoamiRoute } from './account-routes.js'
import { createUserRoute, disableUserRoute, keysRoute, logRoute, usersRoute } from './admin-routes.js'
import { agentSkillArchiveRoute, agentSkillIndexRoute, blobRoute, downloadRoute } from './archive-routes.js'
import {
  deleteRoute,
  removeTagRoute,
  renameRoute,
  setTagRoute,
  undeleteRoute,
  visibilityRoutes,
  withdrawRoute,
} from './change-routes.js'
import { DEVICE_ROUTES } from './device-routes.js'
import { DISCOVERY_ROUTES } from './discovery-routes.js'
import { fileRoute, installRoute, resolveRoute } from './file-routes.js'
import { findRoute } from './find-route.js'
import { decideRoute, hideRoute, jobsRoute, queueRoute, rescanProgressRoute, rescanRoute } from './moderation-routes.js'
import { publishRoute, uploadRoutes, uploadUrlRoute } from './publish-routes.js'
import { sessionRoute, signInRoute, signOutRoute } from './session-routes.js'
import { listRoute, moderationRoute, searchRoute, skillRoute, versionRoute, versionsRoute } from './skill-routes.js'
import { logCheckRoute, ownersRoute, summaryRoute } from './summary-routes.js'
import { createOwnerRoute, issueTokenRoute, memberRoute, revokeTokenRoute, tokensRoute } from './token-routes.js'
import { allVersionsRoute, unlistedRoute } from './unlisted-routes.js'
import { scanRoute, securityVerdictsRoute, verifyRoute } from './verdict-routes.js'
import { skillViewRoute } from './view-routes.js'

export const ROUTES: readonly AnyRoute[] = [
  searchRoute,
  findRoute,
  listRoute,
  // Before the routes of one skill: `-` is no slug.
  securityVerdictsRoute,
  uploadUrlRoute,
  skillRoute,
  versionsRoute,
  versionRoute,
  skillViewRoute,
  allVersionsRoute,
  unlistedRoute,
  fileRoute,
  scanRoute,
  verifyRoute,
  moderationRoute,
  installRoute,
  resolveRoute,
  downloadRoute,
  blobRoute,
  agentSkillIndexRoute,
  agentSkillArchiveRoute,
  publishRoute,
  ...uploadRoutes,
  deleteRoute,
  undeleteRoute,
  renameRoute,
  ...visibilityRoutes,
  setTagRoute,
  removeTagRoute,
  withdrawRoute,
  whoamiRoute,
  sessionRoute,
  signInRoute,
  signOutRoute,
  ...DEVICE_ROUTES,
  tokensRoute,
  issueTokenRoute,
  revokeTokenRoute,
  ownersRoute,
  createOwnerRoute,
  memberRoute,
  usersRoute,
  createUserRoute,
  disableUserRoute,
  keysRoute,
  logRoute,
  logCheckRoute,
  summaryRoute,
  queueRoute,
  decideRoute,
  hideRoute,
  rescanRoute,
  rescanProgressRoute,
  jobsRoute,
  ...DISCOVERY_ROUTES,
]
