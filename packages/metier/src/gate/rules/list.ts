/** All rules. To add one, create a file next to this one and add a line here. */

import type { Rule } from '../rule.js'
import { rule as absentContent } from './absent-content.js'
import { rule as activeAsset } from './active-asset.js'
import { rule as activeMarkup } from './active-markup.js'
import { rule as agentConfig } from './agent-config.js'
import { rule as agentMemory } from './agent-memory.js'
import { rule as alwaysActive } from './always-active.js'
import { rule as approvalOff } from './approval-off.js'
import { rule as archiveInside } from './archive-inside.js'
import { rule as archivePassword } from './archive-password.js'
import { rule as assembledStrings } from './assembled-strings.js'
import { rule as autostart } from './autostart.js'
import { rule as backDoor } from './back-door.js'
import { rule as bidirectional } from './bidirectional.js'
import { rule as broadTools } from './broad-tools.js'
import { rule as browserWalletStore } from './browser-wallet-store.js'
import { rule as caseCollision } from './case-collision.js'
import { rule as cloneThenRun } from './clone-then-run.js'
import { rule as codeWeakened } from './code-weakened.js'
import { rule as collectSecrets } from './collect-secrets.js'
import { rule as commandOutputSent } from './command-output-sent.js'
import { rule as concealment } from './concealment.js'
import { rule as controlOff } from './control-off.js'
import { rule as dataInUrl } from './data-in-url.js'
import { rule as decodeAndRun } from './decode-and-run.js'
import { rule as decodeInstructions } from './decode-instructions.js'
import { rule as destructive } from './destructive.js'
import { rule as deviceName } from './device-name.js'
import { rule as downloadThenRun } from './download-then-run.js'
import { rule as dropPoint } from './drop-point.js'
import { rule as encryptedArchive } from './encrypted-archive.js'
import { rule as encryptsFiles } from './encrypts-files.js'
import { rule as envExfiltration } from './env-exfiltration.js'
import { rule as executableBinary } from './executable-binary.js'
import { rule as fakeSystem } from './fake-system.js'
import { rule as farText } from './far-text.js'
import { rule as filesSent } from './files-sent.js'
import { rule as foreignIndex } from './foreign-index.js'
import { rule as goalReplaced } from './goal-replaced.js'
import { rule as helperRequired } from './helper-required.js'
import { rule as hiddenAddress } from './hidden-address.js'
import { rule as hiddenComment } from './hidden-comment.js'
import { rule as hiddenElement } from './hidden-element.js'
import { rule as hiddenPromotion } from './hidden-promotion.js'
import { rule as hooks } from './hooks.js'
import { rule as ignoreScanner } from './ignore-scanner.js'
import { rule as inputAsCode } from './input-as-code.js'
import { rule as installEntry } from './install-entry.js'
import { rule as instructionOverride } from './instruction-override.js'
import { rule as invisibleText } from './invisible-text.js'
import { rule as keystrokes } from './keystrokes.js'
import { rule as knownIndicator } from './known-indicator.js'
import { rule as ledThrough } from './led-through.js'
import { rule as lifecycleScript } from './lifecycle-script.js'
import { rule as linkMismatch } from './link-mismatch.js'
import { rule as linkOut } from './link-out.js'
import { rule as lookAlike } from './look-alike.js'
import { rule as lookAlikeName } from './look-alike-name.js'
import { rule as macroDocument } from './macro-document.js'
import { rule as mailForwarded } from './mail-forwarded.js'
import { rule as mediaPayload } from './media-payload.js'
import { rule as miner } from './miner.js'
import { rule as ordersInDescription } from './orders-in-description.js'
import { rule as otherSkills } from './other-skills.js'
import { rule as oversize } from './oversize.js'
import { rule as packageSources } from './package-sources.js'
import { rule as passwordDialog } from './password-dialog.js'
import { rule as pasteIntoTerminal } from './paste-into-terminal.js'
import { rule as paymentRedirected } from './payment-redirected.js'
import { rule as pickledObjects } from './pickled-objects.js'
import { rule as pipeToShell } from './pipe-to-shell.js'
import { rule as pipelineSecrets } from './pipeline-secrets.js'
import { rule as powershellLoader } from './powershell-loader.js'
import { rule as preparedExcuse } from './prepared-excuse.js'
import { rule as privateDataInAddress } from './private-data-in-address.js'
import { rule as privilegedContainer } from './privileged-container.js'
import { rule as quietStranger } from './quiet-stranger.js'
import { rule as rawAddress } from './raw-address.js'
import { rule as refusalIgnored } from './refusal-ignored.js'
import { rule as remoteCode } from './remote-code.js'
import { rule as remoteInstructions } from './remote-instructions.js'
import { rule as requestFlood } from './request-flood.js'
import { rule as reverseShell } from './reverse-shell.js'
import { rule as runsOnLoad } from './runs-on-load.js'
import { rule as secondRemote } from './second-remote.js'
import { rule as secretExfiltration } from './secret-exfiltration.js'
import { rule as secretShipped } from './secret-shipped.js'
import { rule as secretStoreRead } from './secret-store-read.js'
import { rule as secretsAsked } from './secrets-asked.js'
import { rule as secretsInProse } from './secrets-in-prose.js'
import { rule as selfDeclared } from './self-declared.js'
import { rule as standingUpload } from './standing-upload.js'
import { rule as startsByItself } from './starts-by-itself.js'
import { rule as storeBesideSender } from './store-beside-sender.js'
import { rule as strangerInDuty } from './stranger-in-duty.js'
import { rule as structure } from './structure.js'
import { rule as sudoers } from './sudoers.js'
import { rule as traversalMember } from './traversal-member.js'
import { rule as understatedTool } from './understated-tool.js'
import { rule as undisclosedSend } from './undisclosed-send.js'
import { rule as unpinnedServer } from './unpinned-server.js'
import { rule as unreadableCode } from './unreadable-code.js'
import { rule as urlDependency } from './url-dependency.js'

export const RULES: readonly Rule[] = [
  secretShipped,
  secretStoreRead,
  browserWalletStore,
  secretsAsked,
  collectSecrets,
  keystrokes,
  passwordDialog,
  envExfiltration,
  secretExfiltration,
  commandOutputSent,
  dataInUrl,
  dropPoint,
  secretsInProse,
  standingUpload,
  filesSent,
  undisclosedSend,
  storeBesideSender,
  pipelineSecrets,
  privateDataInAddress,
  quietStranger,
  secondRemote,
  mailForwarded,
  invisibleText,
  bidirectional,
  lookAlike,
  hiddenComment,
  assembledStrings,
  mediaPayload,
  decodeInstructions,
  farText,
  hiddenAddress,
  selfDeclared,
  hiddenElement,
  unreadableCode,
  instructionOverride,
  concealment,
  fakeSystem,
  remoteInstructions,
  hiddenPromotion,
  ordersInDescription,
  goalReplaced,
  preparedExcuse,
  strangerInDuty,
  autostart,
  agentMemory,
  otherSkills,
  backDoor,
  controlOff,
  approvalOff,
  sudoers,
  privilegedContainer,
  broadTools,
  understatedTool,
  inputAsCode,
  alwaysActive,
  refusalIgnored,
  codeWeakened,
  ledThrough,
  miner,
  destructive,
  encryptsFiles,
  requestFlood,
  paymentRedirected,
  runsOnLoad,
  hooks,
  agentConfig,
  lifecycleScript,
  activeAsset,
  activeMarkup,
  startsByItself,
  pipeToShell,
  decodeAndRun,
  remoteCode,
  powershellLoader,
  reverseShell,
  downloadThenRun,
  cloneThenRun,
  rawAddress,
  urlDependency,
  foreignIndex,
  lookAlikeName,
  unpinnedServer,
  installEntry,
  packageSources,
  archivePassword,
  helperRequired,
  pasteIntoTerminal,
  linkMismatch,
  ignoreScanner,
  linkOut,
  traversalMember,
  deviceName,
  caseCollision,
  structure,
  oversize,
  archiveInside,
  encryptedArchive,
  executableBinary,
  macroDocument,
  pickledObjects,
  absentContent,
  knownIndicator,
]
