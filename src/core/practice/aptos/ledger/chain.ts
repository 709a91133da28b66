import { payloadLayout } from '../../../chains/aptos/bcs/payload.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { AptosLedger, LedgerVersion } from '../../../store/installation/aptos-ledger.ts'
import { execute, type Outcome } from '../execution/execute.ts'
import { openPool, type Pool } from '../pool/pool.ts'
import { type ReadTransaction, readSigned } from '../pool/signed.ts'
import { formRefusal, prologueRefusal, type Refusal } from '../pool/validation.ts'
import { type ChainState, draftState, emptyState } from '../state/state.ts'
import { buildBlock, type LedgerHead, type NewVersion } from './block-builder.ts'
import { type Gift, giftBytes, giftOf, giveTo } from './gift.ts'

/** The chain id of local networks of Aptos. */
export const practiceChainId = 4

/** The answer to a submitted transaction. */
export type Submitted =
  | { kind: 'pending'; tx: ReadTransaction }
  | { kind: 'refused'; status: Refusal }
  | { kind: 'other' | 'full'; message: string }

/** A practice network of Aptos: its state, its ledger, and its waiting transactions. It knows nothing of HTTP. */
export interface AptosChain {
  readonly state: ChainState
  readonly ledger: AptosLedger
  readonly pool: Pick<Pool, 'get' | 'count'>
  /** The chain id that transactions must name. */
  readonly chainId: number
  head(): LedgerHead
  submit(tx: ReadTransaction): Submitted
  /** The outcome if the transaction were executed now; nothing is kept. */
  simulate(tx: ReadTransaction): Outcome
  /** Gives an account octas out of nothing, in a block of its own. @returns its hash */
  give(address: string, octas: bigint): string
  /** Includes the due transactions. @param evenEmpty makes an empty block, too @returns how many were included */
  commit(evenEmpty?: boolean): number
}

export interface AptosChainOptions {
  ledger: AptosLedger
  /** Milliseconds since 1970. */
  clock(): number
  /** For tests: the chain id of the real network that this one stands for. */
  chainId?: number | undefined
  /** Called after each block that is executed again at the start. */
  goesOn?: (() => void) | undefined
}

/** Ours: most transactions of a block. */
const mostOfBlock = 500

/**
 * Opens the network that a ledger holds: executes everything in it again and checks that it comes to the same.
 * @throws CoreError `network.unavailable` where it does not
 */
export function openAptosChain({ ledger, clock, chainId = practiceChainId, goesOn }: AptosChainOptions): AptosChain {
  const state = emptyState()
  const pool = openPool()
  let head = replay(ledger, state, goesOn) ?? begin(ledger)
  for (const raw of ledger.waiting()) pool.put(readSigned(raw))
  const now = () => Math.max(clock() * 1000, head.timestamp + 1)
  const ground = () => ({ state, chainId, now: BigInt(Math.floor(now() / 1_000_000)) })

  const addBlock = (timestamp: number, inside: readonly NewVersion[]) => {
    const built = buildBlock(head, timestamp, ledger.salt, inside)
    ledger.addBlock(built.block, built.versions)
    head = built.head
  }
  /** The version of the block's next transaction. @param inside how many come before it */
  const versionAfter = (inside: number) => head.version + 2 + inside
  const isDue = ({ nonce, sender, sequence }: ReadTransaction): boolean =>
    nonce !== undefined || sequence <= (state.accounts.get(sender)?.sequence ?? 0n)
  const include = (inside: NewVersion[]): boolean => {
    let included = false
    for (const tx of [...pool.all()]) {
      if (inside.length >= mostOfBlock) return false
      if (!isDue(tx)) continue
      included = true
      pool.remove(tx)
      ledger.removeWaiting(tx.hash)
      // As on a real network, a transaction that has expired or can no longer be paid for is dropped.
      if (prologueRefusal(tx, ground()) !== null) continue
      const draft = draftState(state)
      const output = outputOf(execute(tx, draft))
      state.keep(draft, versionAfter(inside.length))
      inside.push({ ...userVersion(tx), output })
    }
    return included
  }

  return {
    state,
    ledger,
    pool,
    chainId,
    head: () => head,
    submit(tx) {
      const refused = formRefusal(tx, chainId) ?? prologueRefusal(tx, ground())
      if (refused !== null && refused !== 'SEQUENCE_NUMBER_TOO_NEW') return { kind: 'refused', status: refused }
      const taken = pool.look(tx, samePayload)
      if (taken.kind === 'other' || taken.kind === 'full') return taken
      if (taken.kind === 'added') {
        const { instead } = taken
        // In one commit: the replaced transaction was answered as pending, and must not vanish alone.
        ledger.together(() => {
          if (instead) ledger.removeWaiting(instead.hash)
          ledger.addWaiting(tx.hash, tx.raw)
        })
        pool.put(tx)
      }
      return { kind: 'pending', tx }
    },
    simulate: (tx) => execute(tx, draftState(state)),
    give(address, octas) {
      const timestamp = now()
      const gift: Gift = { address, octas, number: head.version + 1 }
      const draft = draftState(state)
      const output = outputOf(giveTo(draft, gift))
      state.keep(draft, versionAfter(0))
      const raw = giftBytes(gift)
      const version = { ...gift, kind: 'gift' as const, sender: null, sequence: null, raw, output }
      const { hash } = giftOf(raw)
      ledger.together(() => addBlock(timestamp, [{ ...version, hash }]))
      return hash
    },
    commit(evenEmpty = false) {
      const timestamp = now()
      const inside: NewVersion[] = []
      ledger.together(() => {
        // A transaction that was just included may be the one that others waited for.
        while (include(inside));
        if (inside.length > 0 || evenEmpty) addBlock(timestamp, inside)
      })
      return inside.length
    },
  }
}

function samePayload(one: ReadTransaction, other: ReadTransaction): boolean {
  const bytes = ({ payload }: ReadTransaction) => payloadLayout.serialize(payload).toBytes()
  return Buffer.compare(bytes(one), bytes(other)) === 0
}

function userVersion({ hash, sender, sequence, nonce, raw }: ReadTransaction): Omit<NewVersion, 'output'> {
  return { kind: 'user', hash, sender, sequence: nonce === undefined ? Number(sequence) : null, raw }
}

/** As JSON holds it. */
function outputOf({ gasUsed, ...outcome }: Outcome) {
  return { ...outcome, gasUsed: gasUsed.toString() }
}

function begin(ledger: AptosLedger): LedgerHead {
  const genesis: NewVersion = { kind: 'genesis', sender: null, sequence: null, raw: null, output: null }
  const { block, versions, head } = buildBlock(null, ledger.began, ledger.salt, [genesis])
  ledger.together(() => ledger.addBlock(block, versions))
  return head
}

/** Executes the whole ledger again. @returns null: the ledger is empty @throws CoreError */
function replay(ledger: AptosLedger, state: ChainState, goesOn?: () => void): LedgerHead | null {
  let head: LedgerHead | null = null
  for (const { block, versions } of ledger.blocks()) {
    const inside = versions.filter(({ kind }) => kind !== 'metadata' && kind !== 'epilogue')
    const again = inside.map((one): NewVersion => {
      const { kind, hash, sender, sequence, raw } = one
      const version = { kind, hash, sender, sequence, raw }
      if (raw === null) return { ...version, output: null }
      const draft = draftState(state)
      const outcome = kind === 'gift' ? giveTo(draft, giftOf(raw).gift) : execute(readSigned(raw), draft)
      state.keep(draft, one.version)
      return { ...version, output: outputOf(outcome) }
    })
    const built = buildBlock(head, block.timestamp, ledger.salt, again)
    const came = built.versions.findIndex(({ root }, place) => root !== rootAt(versions, place))
    if (came >= 0 || built.versions.length !== versions.length)
      throw new CoreError(
        'network.unavailable',
        `The practice network for Aptos does not come to the same again at version ${block.first + Math.max(came, 0)} of its record, so it was not started. It was written by another version of Mintdesk, or is damaged; \`mintdesk networks reset aptos\` begins it anew.`,
      )
    head = built.head
    goesOn?.()
  }
  return head
}

function rootAt(versions: readonly LedgerVersion[], place: number): string | undefined {
  return versions[place]?.root
}
