import type { Hex } from 'viem'
import type { SendAnswer } from '../family.ts'
import type { RpcClient } from './rpc.ts'
import { sendAnswer } from './send-answer.ts'

/**
 * Sends signed bytes in the order given: to the first node, and the same bytes to the next one while the answer is unclear or the
 * node is busy. The clearest answer counts.
 * @param inOrder each goes out only after the one before was accepted; the rest is held back
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

async function sendTogether(nodes: readonly RpcClient[], raws: readonly Hex[]): Promise<SendAnswer[]> {
  const answers: SendAnswer[] = raws.map(() => ({ kind: 'unclear', message: 'there is no RPC to send to' }))
  let asked = false
  for (const node of nodes) {
    const open = raws.flatMap((raw, place) => (!asked || isUnclear(answers[place]) ? [{ raw, place }] : []))
    if (open.length === 0) break
    // One turn of the event loop: they travel as one JSON-RPC batch, in this order.
    const said = await Promise.all(
      open.map(({ raw }) =>
        node
          .sendRawTransaction({ serializedTransaction: raw })
          .then((): SendAnswer => ({ kind: 'accepted' }), sendAnswer),
      ),
    )
    for (const [index, { place }] of open.entries()) {
      const answer = said[index]
      // That the first node was busy says more than that the second one did not answer.
      if (answer && !(asked && answer.kind === 'unclear')) answers[place] = answer
    }
    asked = true
  }
  return answers
}

function isUnclear(answer: SendAnswer | undefined): boolean {
  return answer?.kind === 'unclear' || answer?.kind === 'rate-limited'
}

function isThere({ kind }: SendAnswer): boolean {
  return kind === 'accepted' || kind === 'known' || kind === 'sequence-used'
}
