import { setTimeout as delay } from 'node:timers/promises'
import { recoverStep } from '../../journal/rounds.ts'
import { CoreError } from '../../lib/errors.ts'
import { recordGenesis } from '../../store/installation/genesis.ts'
import { attemptsOf, bytesSince, failedAt, highestSettled } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { bumpFee } from '../transactions/fee-bump.ts'
import { fillNonceGap } from '../transactions/nonce-gap.ts'

/** Transactions sent again at a time when a reorganisation took them out; one JSON-RPC batch. */
const resentAtOnce = 40

/**
 * Sends transactions again, in order and before anything else, which the journal holds as succeeded or open and the chain lacks: a reorganisation
 * deeper than the confirmations removed them, or a node lags. Failed ones are not sent again, because their mints may have been retried: an empty
 * attempt takes their sequence.
 * @throws CoreError `network.genesis` when this is another chain than the one the journal knows.
 */
export async function recoverQueue(context: QueueContext, stop: AbortSignal): Promise<void> {
  const { deps, client, queue } = context
  await checkGenesis(context)
  if (client.faucet && context.owner === null) await client.faucet(queue.signer)
  // Expired transactions could not go out again.
  if (client.expiry) return
  const highest = await highestSettled(deps.db, queue)
  let count = await client.sequence(queue.signer)
  if (highest < count) return
  deps.log.warn({ network: client.network, from: count }, 'the network lacks settled transactions; sending them again')
  const release = client.busy()
  try {
    for (let standing = 0; !stop.aborted; ) {
      const reverted = await bytesSince(deps.db, queue, count, resentAtOnce)
      const step = recoverStep({ count, highestSettled: highest, firstHeld: reverted[0]?.sequence ?? null, standing })
      if (step === 'done') return
      if (step === 'tell')
        throw new CoreError(
          'network.behind',
          'the network lost settled transactions and does not take them again; they are sent until it does.',
        )
      if (step === 'fill') await fill(context, count)
      deps.point('before recover')
      await client.send(reverted.map(({ raw }) => `0x${raw.toString('hex')}` as const))
      deps.point('after recover')
      await delay(deps.timing.pollMs, undefined, { signal: stop })
      const before = count
      count = await client.sequence(queue.signer)
      standing = count === before ? standing + 1 : 0
    }
  } finally {
    release()
  }
}

/** Fills a sequence with an empty transaction, because its own bytes may not go out again. */
async function fill(context: QueueContext, sequence: number): Promise<void> {
  const failed = await failedAt(context.deps.db, context.queue, sequence)
  const last = failed && (await attemptsOf(context.deps.db, [failed.pk])).at(-1)
  if (failed && last) await bumpFee(context, failed, last, true)
  else await fillNonceGap(context, sequence)
}

async function checkGenesis({ deps, client, project }: QueueContext): Promise<void> {
  const genesis = await client.genesis()
  const known = await recordGenesis(deps.db, client.network, genesis)
  if (known === genesis) return
  if (project.kind === 'practice')
    throw new CoreError(
      'network.genesis',
      `The practice network is another one than this database knows: its folder was removed or replaced. Put it back, or begin afresh with “mintdesk networks reset ${client.chain}”.`,
    )
  throw new CoreError(
    'network.genesis',
    `The RPC answers for another chain than the one this database knows as ${client.network} (its block 0 is ${genesis.slice(0, 10)}…, expected ${known.slice(0, 10)}…). Set an RPC of the right network.`,
  )
}
