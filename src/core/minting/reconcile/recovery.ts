import type { FoundCollection, RecoveryOptions, RecoveryState } from '../../../shared/app-api.ts'
import { chainLabel } from '../../../shared/chains.ts'
import type { MadeCollection } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { computerFault } from '../../lib/computer-fault.ts'
import { CoreError } from '../../lib/errors.ts'
import { inRanges, type Learnt } from '../../lib/ranges.ts'
import { spanOf } from '../../lib/span.ts'
import { noteScan, scanOf, unbegun } from '../../store/collections/recovery.ts'
import { confirmedBlock } from './confirmed.ts'
import { recoverCollection } from './recover-collection.ts'
import { recoverFromHistory } from './recover-history.ts'
import type { RecoveryDeps } from './recovered-facts.ts'

export interface Recovery {
  /** Begins a recovery; does nothing while one is under way. */
  start(options: RecoveryOptions): void
  state(): RecoveryState
}

/** Ours, as wallets do (BIP-44: 20): this many places of the seed in a row without a collection end the search. */
const gapLimit = 20
/** Ours: blocks in the first query. How many the RPC accepts is learnt from there. */
const firstRange = 50_000

/** Rebuilds collections and minted NFTs from seed and chains, for a database that is lost or older than them. Repeatable. */
export function createRecovery(deps: RecoveryDeps): Recovery {
  let state: RecoveryState = { state: 'idle', message: null, step: null, found: [], remarks: [] }
  return {
    state: () => state,
    start(options) {
      if (state.state === 'running') return
      state = { state: 'running', message: null, step: null, found: [], remarks: [] }
      const tell = (change: Partial<RecoveryState>): void => {
        state = { ...state, ...change }
      }
      recoverAll(deps, options, () => state, tell).then(
        () => tell({ state: 'done', step: null }),
        (error: unknown) => {
          deps.engine.log.error({ err: error }, 'recovery ended')
          tell({ state: 'failed', message: sentence(error), step: null })
        },
      )
    },
  }
}

async function recoverAll(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  now: () => RecoveryState,
  tell: (change: Partial<RecoveryState>) => void,
): Promise<void> {
  const remark = (text: string) => tell({ remarks: [...now().remarks, text] })
  const networks = await deps.networks()
  const left = deps.left()
  if (left === null && networks.length === 0)
    remark('There is no practice network in this data folder, and no seed for live projects.')
  if (left !== null) {
    // A command that opens the core for itself ends with it, so no other command can unlock its vault.
    const byCommand =
      deps.engine.chains.locked('live') === null
        ? ''
        : ' Where Mintdesk is not open, run recover with --passphrase-file <file> instead.'
    remark(`The live networks were not looked at. ${left} Then run recover again.${byCommand}`)
  }
  for (const { kind, chain } of networks) {
    const label = chainLabel(chain)
    try {
      const client = await deps.engine.chains.client(kind, chain)
      const take = (found: FoundCollection) => tell({ found: [...now().found, found] })
      const step = (what: string) => (done: number, total: number) => tell({ step: { chain, what, done, total } })
      if (client.history) {
        // A network that cannot be reached is reported at once; later failures are waited for.
        await client.head()
        await eachTreasury(async (index) => {
          const place = { deps, options, kind, client, index }
          const found = await recoverFromHistory(place, step(`transactions of ${label}`))
          for (const one of found) take(one)
          return found.length > 0
        })
        continue
      }
      await eachMade(deps, client, options.dryRun, step(`blocks of ${label}`), async (index, made) =>
        take(await recoverCollection(deps, options, kind, client, index, made, step('NFTs'))),
      )
    } catch (error) {
      remark(
        `${label} (${kind}): ${sentence(error)} Run recover again${options.dryRun ? '.' : ': it goes on where it was.'}`,
      )
    }
  }
}

/** Searches the places of the seed, until `gapLimit` in a row have no collections. @param search whether the place has any */
async function eachTreasury(search: (projectIndex: number) => Promise<boolean>): Promise<void> {
  for (let index = 0, places = gapLimit; index < places; index++) if (await search(index)) places = index + 1 + gapLimit
}

/** Searches a network for collections of the seed's projects, until `gapLimit` places in a row have none. */
async function eachMade(
  { engine: { db } }: RecoveryDeps,
  client: ChainClient,
  dryRun: boolean,
  progress: (done: number, total: number) => void,
  take: (projectIndex: number, made: MadeCollection) => Promise<void>,
): Promise<void> {
  const taken = new Set<string>()
  const learnt: Learnt = { span: spanOf(firstRange) }
  // What is entered is entered for good: blocks that may still be removed are left to the next search.
  const head = confirmedBlock(client, await client.head())
  let projects = gapLimit
  for (let highest = -1; ; projects = highest + 1 + gapLimit) {
    const places = new Map(Array.from({ length: projects }, (_, index) => [client.treasury(index), index]))
    const before = dryRun ? unbegun : await scanOf(db, client.network, projects)
    highest = Math.max(highest, before.highest)
    const search = inRanges(learnt, before.through + 1, head, (first, last) =>
      client.madeCollections([...places.keys()], first, last),
    )
    for await (const { to, found } of search) {
      for (const made of found) {
        const index = places.get(made.creator)
        if (index === undefined || taken.has(made.contract)) continue
        taken.add(made.contract)
        highest = Math.max(highest, index)
        await take(index, made)
      }
      if (!dryRun) await noteScan(db, client.network, projects, { through: to, highest })
      progress(to, head)
    }
    // The search is complete: the next one starts anew.
    if (!dryRun) await noteScan(db, client.network, projects, unbegun)
    if (highest + gapLimit < projects) return
  }
}

function sentence(error: unknown): string {
  const text = error instanceof CoreError ? error.message : (computerFault(error) ?? 'the network does not answer.')
  return /[.!?]$/.test(text) ? text : `${text}.`
}
