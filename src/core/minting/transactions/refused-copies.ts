import type { Outcome } from '../../chains/family/outcome.ts'
import { aloneAmong } from '../../store/journal/alone.ts'
import { batchMints } from '../../store/journal/batches.ts'
import type { Reason } from '../../store/journal/reason.ts'
import type { BatchRow, CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'

type Refused = Extract<Outcome, { kind: 'failed' | 'unclear' }>

/** Codes of failures that a recipient can cause when the contract asks it whether it accepts copies. */
const byRecipients = new Set(['recipient.refused', 'chain.reverted', 'chain.outOfGas'])

/** A member of a refused batch, by place. */
interface Member {
  pk: number
  address: string
  /** Its address has code now. */
  contract: boolean
  /** It is minted by itself, because a batch with others was refused. */
  alone: boolean
}

/**
 * Why a batch of copies failed, if recipients may be at fault: contracts that accept copies in the simulation and refuse them in the transaction. The
 * mints of suspects go alone from now on; one that was alone fails. Null: the batch is treated like any other.
 * @param phase `prepared`: refused before it was signed, so that nothing was paid; `again`: the last refusal had no known reason, either
 */
export function refusedByRecipients(
  members: readonly Member[],
  outcome: Refused,
  phase: 'prepared' | 'sent' | 'again',
): Reason | null {
  const place = outcome.kind === 'failed' ? outcome.place : undefined
  if (outcome.kind === 'failed' && (!byRecipients.has(outcome.code) || outcome.elsewhere)) return null
  const reason = outcome.kind === 'failed' ? outcome : { code: 'chain.reverted', message: outcome.message }
  const contracts = members.filter(({ contract }) => contract)
  const [only] = members
  if (only && members.length === 1) {
    const believed = outcome.kind === 'failed' ? only.contract || only.alone : only.alone || phase === 'again'
    return place === undefined && believed ? refusedAlone(only) : null
  }
  // The simulation names the place of a refused mint, too; then the others may be simulated together once more.
  if (phase === 'prepared' && place !== undefined) return null
  const suspects = contracts.filter(({ pk }) => pk !== members[place ?? -1]?.pk)
  if (suspects.length > 0) return { ...reason, alone: suspects.map(({ pk }) => pk) }
  // A recipient can have code in one block and none in the next (EIP-7702).
  const anyOfThem = place === undefined && (outcome.kind === 'failed' ? phase === 'sent' : phase === 'again')
  return anyOfThem ? { ...reason, alone: members.map(({ pk }) => pk) } : null
}

function refusedAlone({ address }: Member): Reason {
  return {
    code: 'recipient.refused',
    message: `The recipient ${address} took its copies when that was tried out, and a transaction that carried nothing else was refused: as a rule, a contract that does not want them. Nothing was minted by it; name another address.`,
  }
}

/** The same for a batch of the journal. */
export async function reasonOfRecipients(
  { deps, client }: QueueContext,
  collection: CollectionRow,
  batch: BatchRow,
  outcome: Refused,
  phase: 'prepared' | 'sent' | 'again',
): Promise<Reason | null> {
  if (collection.fungibility !== 'semi-fungible') return null
  const mints = await batchMints(deps.db, batch.pk)
  const addresses = mints.map(({ address }) => address ?? '')
  const [contracts, alone] = await Promise.all([
    client.contractsAmong(addresses),
    aloneAmong(
      deps.db,
      mints.map(({ pk }) => pk),
    ),
  ])
  const members = mints.map(({ pk }, place) => {
    const address = addresses[place] ?? ''
    return { pk, address, contract: contracts.has(address.toLowerCase()), alone: alone.has(pk) }
  })
  return refusedByRecipients(members, outcome, phase)
}
