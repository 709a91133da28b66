import { sql as initial } from './0001-initial.ts'
import { sql as live } from './0002-live.ts'
import { sql as contractVersion } from './0003-contract-version.ts'
import { sql as storage } from './0004-storage.ts'
import { sql as templates } from './0005-templates.ts'
import { sql as fees } from './0006-fees.ts'
import { sql as recovery } from './0007-recovery.ts'
import { sql as administration } from './0008-administration.ts'
import { sql as transfers } from './0009-transfers.ts'
import { sql as webhooks } from './0010-webhooks.ts'
import { sql as limits } from './0011-limits.ts'
import { sql as holdings } from './0012-holdings.ts'
import { sql as records } from './0013-records.ts'
import { sql as trees } from './0014-trees.ts'
import { sql as runStates } from './0015-run-states.ts'
import { sql as mintActions } from './0016-mint-actions.ts'
import { sql as leafChanges } from './0017-leaf-changes.ts'
import { sql as mintedBatches } from './0018-minted-batches.ts'
import { sql as members } from './0019-members.ts'
import { sql as payingRuns } from './0020-paying-runs.ts'
import { sql as changes } from './0021-changes.ts'
import { sql as fence } from './0022-fence.ts'
import { sql as actionIds } from './0023-action-ids.ts'
import { sql as resets } from './0024-resets.ts'
import { sql as sessions } from './0025-sessions.ts'
import { sql as similarUsers } from './0026-similar-users.ts'
import { sql as alone } from './0027-alone.ts'
import { sql as resumed } from './0028-resumed.ts'

/** Every migration in order; its number is its place, from 1. */
export const migrations: readonly string[] = [
  initial,
  live,
  contractVersion,
  storage,
  templates,
  fees,
  recovery,
  administration,
  transfers,
  webhooks,
  limits,
  holdings,
  records,
  trees,
  runStates,
  mintActions,
  leafChanges,
  mintedBatches,
  members,
  payingRuns,
  changes,
  fence,
  actionIds,
  resets,
  sessions,
  similarUsers,
  alone,
  resumed,
]
