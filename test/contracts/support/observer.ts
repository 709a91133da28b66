import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Chain } from './chain.ts'

const observerAbi = parseAbi([
  'function observe(address target, bytes[] questions) view returns (bytes[] answers)',
  'function gasOf(address target, bytes question) view returns (uint256 gas)',
])

/**
 * Asks each of `targets` the same encoded questions, in one call each; `observer` is a deployed Observer. Gives the encoded `bytes[]`
 * of each, so that they can be compared as they are: taking thousands of answers apart takes longer than getting them.
 */
export async function observe(
  { accounts, call }: Chain,
  observer: Address,
  targets: readonly Address[],
  questions: readonly Hex[],
): Promise<readonly Hex[]> {
  const data = encodeFunctionData({ abi: observerAbi, functionName: 'observe', args: [zeroAddress, questions] })
  return Promise.all(
    targets.map((target) => {
      // The target is the first argument: 24 digits of zeros behind `0x` and the selector, then 40 of the address.
      const asked: Hex = `0x${data.slice(2, 34)}${target.slice(2).toLowerCase()}${data.slice(74)}`
      return call({ from: accounts[0], to: observer, data: asked })
    }),
  )
}

/** The answers that `observe` gave, `0x00` for each question that reverted. */
export function answersIn(observed: Hex): readonly Hex[] {
  return decodeFunctionResult({ abi: observerAbi, functionName: 'observe', data: observed })
}

/** The gas that `target` needs to answer an encoded call, without the 21,000 of a transaction. */
export async function gasOf(
  { accounts, call }: Chain,
  observer: Address,
  target: Address,
  question: Hex,
): Promise<number> {
  const data = encodeFunctionData({ abi: observerAbi, functionName: 'gasOf', args: [target, question] })
  const answer = await call({ from: accounts[0], to: observer, data })
  return Number(decodeFunctionResult({ abi: observerAbi, functionName: 'gasOf', data: answer }))
}
