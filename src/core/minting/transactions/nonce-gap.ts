import { commitSigned } from '../../store/journal/sign-transactions.ts'
import { type QueueContext, spenderOf } from '../deps.ts'

/**
 * Signs an empty transaction for a sequence that none of ours takes, and commits it; the next round sends it. `replaces`: it must pay more than what
 * waits in the mempool there.
 * @throws OverCap when it would go over a spending cap
 */
export async function fillNonceGap(context: QueueContext, sequence: number, replaces = false): Promise<void> {
  const { deps, client, project, queue, owner } = context
  const call = await client.prepare({ kind: 'fill', owner }, project.index)
  const { expected, high } = await client.fees()
  const fee = replaces ? high : expected
  const signed = await client.sign(call, project.index, sequence, fee)
  deps.point('before gap')
  await commitSigned(
    deps.db,
    spenderOf(context),
    [
      {
        ...queue,
        sequence,
        purpose: 'fill',
        collectionPk: null,
        batchPk: null,
        actionPk: null,
        transferPk: null,
        runId: null,
        call: JSON.stringify(call),
        hash: signed.hash,
        raw: Buffer.from(signed.raw.slice(2), 'hex'),
        maxFee: fee.max,
        priorityFee: fee.priority,
      },
    ],
    deps.clock(),
  )
  deps.point('after gap')
  deps.log.warn({ network: client.network, sequence }, 'filled a nonce gap')
}
