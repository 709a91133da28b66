import { concatHex, encodeFunctionData, getAddress, keccak256, slice } from 'viem'
import { expect } from 'vitest'
import type { Check } from '../support/bench.ts'
import { abi, noFence, stranger, word } from '../support/collection.ts'
import { gasOf } from '../support/observer.ts'

/** That what `balanceOf` costs stays below what the contract counts and bounds. */
export const balanceGasCheck: Check = {
  title: 'balanceOf never costs more than the contract says, by kind and size of batch',
  kinds: ['economy'],
  async run({ chain, create, observer }) {
    const at = await observer()
    for (const kind of ['mintBatch', 'mintBatchSorted'] as const) {
      for (const [size, batches] of [
        [1, 30],
        [7, 20],
        [64, 10],
        [200, 5],
        [1_000, 3],
      ] as const) {
        const collection = await create()
        const to = Array.from({ length: size }, (_, i) => stranger(i))
        const cost = (n: number) => {
          const question = encodeFunctionData({ abi, functionName: 'balanceOf', args: [stranger(n)] })
          return gasOf(chain, at, collection.address, question)
        }
        const holders = [0, size >> 1, size - 1, size + 5]
        // What a call costs whatever the number of batches; the bound is for what each batch adds.
        const empty = await cost(0)
        for (let i = 0; i < batches; i += 1) {
          await collection.write(collection.owner, kind, [word(i + 1), noFence, word(1), concatHex(to)])
        }
        const bound = Number(await collection.read('balanceGas'))
        for (const n of holders) {
          const used = (await cost(n)) - empty
          expect(used, `${kind} of ${size}, holder ${n}`).toBeLessThan(bound)
          if (size === 200 && kind === 'mintBatch') expect(used).toBeGreaterThan(bound * 0.8)
        }
      }
    }
  },
}

/** That minting costs what was measured, since every token pays for what slips in. */
export const mintGasCheck: Check = {
  title: 'a batch of 200 costs what was measured, and no more',
  async run({ create, kind }) {
    const collection = await create()
    await collection.write(collection.owner, 'mintBatch', [word(1), noFence, word(0xf), stranger(1)])
    // Bytes that are zero would cost less than those of real addresses and digests.
    const addresses = Array.from({ length: 200 }, (_, i) => getAddress(slice(keccak256(word(i)), 12)))
    const args = [keccak256(word(1)), noFence, keccak256(word(2)), concatHex(addresses)] as const
    const { gasUsed } = await collection.write(collection.owner, 'mintBatch', args)
    expect(gasUsed / 200).toBeLessThanOrEqual({ economy: 6_965, standard: 47_500 }[kind])
  },
}
