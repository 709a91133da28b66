import type { Hex } from 'viem'
import type { SendAnswer } from '../../family/transactions.ts'
import { sendUntilClear } from '../../rpc/send.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { sendAnswer } from '../rpc/send-answer.ts'

/**
 * Sends signed bytes in the order given: to the first node, and the same bytes to the next one while the answer is unclear or the
 * node is rate-limited. The clearest answer counts.
 * @param inOrder each transaction is sent only after the one before was accepted; the rest is held back
 */
export async function sendRaws(
  nodes: readonly RpcClient[],
  raws: readonly Hex[],
  inOrder: boolean,
): Promise<SendAnswer[]> {
  if (!inOrder) return sendTogether(nodes, raws)
  const answers: SendAnswer[] = []
  for (const raw of raws) {
    const last = answers.at(-1)
    const [answer] =
      last === undefined || isThere(last)
        ? await sendTogether(nodes, [raw])
        : [{ kind: 'unclear', message: 'held back until the one before it is accepted' } as const]
    if (answer) answers.push(answer)
  }
  return answers
}

function sendTogether(nodes: readonly RpcClient[], raws: readonly Hex[]): Promise<SendAnswer[]> {
  return sendUntilClear(nodes, raws, (node, open) =>
    // In one turn of the event loop, so that they form one JSON-RPC batch, in this order.
    Promise.all(
      open.map((raw) =>
        node
          .sendRawTransaction({ serializedTransaction: raw })
          .then((): SendAnswer => ({ kind: 'accepted' }), sendAnswer),
      ),
    ),
  )
}

function isThere({ kind }: SendAnswer): boolean {
  return kind === 'accepted' || kind === 'known' || kind === 'sequence-used'
}
