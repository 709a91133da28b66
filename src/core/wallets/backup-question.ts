/** The question that must be answered before a seed counts as backed up: some of its words, by their places on the paper. */
import { randomInt } from 'node:crypto'
import { CoreError } from '../lib/errors.ts'
import { seedWords } from './words.ts'

/** How many words the question asks for. */
const asked = 3

export interface BackupQuestion {
  /** Makes a new question about words that were just shown. */
  ask(words: readonly string[]): void
  /** The places of the question, from 1, in order; null where there is no question. */
  places(): number[] | null
  /** @throws CoreError `vault.backup` where there is no question, or with the places of the wrong words */
  require(answers: readonly { place: number; word: string }[]): void
  /** Deletes the question and its words. */
  forget(): void
}

export function backupQuestion(): BackupQuestion {
  let question: { place: number; word: string }[] | null = null
  return {
    ask(words) {
      const left = Array.from(words, (word, at) => ({ place: at + 1, word }))
      const taken = Array.from({ length: asked }, () => left.splice(randomInt(left.length), 1)).flat()
      question = taken.sort((one, other) => one.place - other.place)
    },
    places: () => question?.map(({ place }) => place) ?? null,
    require(answers) {
      if (question === null)
        throw new CoreError('vault.backup', 'Look at the words first: three of them are asked after then.')
      const wrong = question.filter(
        ({ place, word }) =>
          answers
            .find((answer) => answer.place === place)
            ?.word.trim()
            .toLowerCase() !== word,
      )
      if (wrong.length > 0)
        throw new CoreError(
          'vault.backup',
          `${wrong.map(({ place }) => `Word ${place}`).join(' and ')} ${wrong.length === 1 ? 'is another one' : 'are others'}: compare what you wrote down with the ${seedWords} words.`,
        )
    },
    forget() {
      question = null
    },
  }
}
