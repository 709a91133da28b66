import type { Head } from '../../chains/family/network.ts'
import type { SendAnswer } from '../../chains/family/transactions.ts'
import { isTaken } from '../../journal/steps.ts'
import { recordAnswers } from '../../store/journal/sent-transactions.ts'
import type { QueueContext } from '../deps.ts'

export type Trouble = Extract<SendAnswer, { kind: 'insufficient-funds' | 'rate-limited' | 'unclear' }>

/** Signed bytes on their way. */
export interface Send {
  transactionPk: number
  attemptPk: number
  sequence: number
  hash: string
  raw: Buffer
}

/** Sends signed bytes in order and writes the answers down. After an unclear answer a transaction is observed, never replaced. */
export async function sendAll(
  { deps, client, queue }: QueueContext,
  sends: readonly Send[],
  head: Head,
): Promise<Trouble | null> {
  if (sends.length === 0) return null
  // The mark of the highest sequence covers those below it.
  const { sequence, hash } = sends.reduce((highest, send) => (send.sequence > highest.sequence ? send : highest))
  await deps.marks.raise(queue, { sequence, hash })
  deps.point('before send')
  const answers = await client.send(sends.map(({ raw }) => `0x${raw.toString('hex')}` as const))
  deps.point('after send')
  await recordAnswers(
    deps.db,
    sends.map(({ transactionPk, attemptPk }, index) => {
      const answer = answers[index] ?? { kind: 'unclear', message: 'no answer' }
      const sent = isTaken(answer.kind)
      const text = 'message' in answer ? `${answer.kind}: ${answer.message}`.slice(0, 500) : answer.kind
      return { attemptPk, transactionPk, answer: text, sent }
    }),
    head.number,
    deps.clock(),
  )
  return answers.find(isTrouble) ?? null
}

function isTrouble(answer: SendAnswer): answer is Trouble {
  return answer.kind === 'insufficient-funds' || answer.kind === 'rate-limited' || answer.kind === 'unclear'
}
