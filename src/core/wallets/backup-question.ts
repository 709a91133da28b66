/** What is asked before the words of a seed count as backed up: some of them, by their place on the paper. */
import { randomInt } from 'node:crypto'
import { CoreError } from '../lib/errors.ts'
import { seedWords } from './words.ts'

/** How many of the words are asked after. */
const asked = 3

export interface BackupQuestion {
  /** Asks anew, after words that were just shown. */
  ask(words: readonly string[]): void
  /** The places that are asked after, from 1, in order; null where nothing is asked. */
  places(): number[] | null
  /** @throws CoreError `vault.backup` where nothing is asked, or with the places of the words that are others */
  require(answers: readonly { place: number; word: string }[]): void
  /** Asks nothing any more: the words are forgotten. */
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
