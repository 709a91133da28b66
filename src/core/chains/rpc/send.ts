import type { SendAnswer } from '../family/transactions.ts'

/**
 * Sends signed bytes in the order given: to the first node, and the same bytes to the next one while the answer is unclear or the
 * node is rate-limited. The clearest answer counts.
 * @param sendTo sends bytes to a node in order and returns one answer each; it never throws
 */
export async function sendUntilClear<Node, Raw>(
  nodes: readonly Node[],
  raws: readonly Raw[],
  sendTo: (node: Node, raws: readonly Raw[]) => Promise<readonly SendAnswer[]>,
): Promise<SendAnswer[]> {
  const answers: SendAnswer[] = raws.map(() => ({ kind: 'unclear', message: 'there is no RPC to send to' }))
  let asked = false
  for (const node of nodes) {
    const open = raws.flatMap((raw, place) => (!asked || isUnclear(answers[place]) ? [{ raw, place }] : []))
    if (open.length === 0) break
    const said = await sendTo(
      node,
      open.map(({ raw }) => raw),
    )
    for (const [index, { place }] of open.entries()) {
      const answer = said[index]
      // The first node's rate limit says more than a missing answer of the second node.
      if (answer && !(asked && answer.kind === 'unclear')) answers[place] = answer
    }
    asked = true
  }
  return answers
}

function isUnclear(answer: SendAnswer | undefined): boolean {
  return answer?.kind === 'unclear' || answer?.kind === 'rate-limited'
}
