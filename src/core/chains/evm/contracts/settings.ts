import { type Address, zeroAddress } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import type { ContractSettings, Sale } from '../../family/collections.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { boundlessSale } from './calls.ts'
import { revertData } from './faults.ts'

const { abi } = collection721

/** The changeable settings of a collection, all at one block; settings that its contract lacks have their initial values. */
export async function contractSettings(rpc: RpcClient, address: Address): Promise<ContractSettings> {
  const at = { abi, address, blockNumber: await rpc.getBlockNumber({ cacheTime: 0 }) } as const
  const [supplyLimit, [price, payee, supply], [receiver, basisPoints], baseUri, transferable] = await Promise.all([
    rpc.readContract({ ...at, functionName: 'supplyLimit' }),
    rpc.readContract({ ...at, functionName: 'payments' }).catch(orElse([0n, zeroAddress, 0n] as const)),
    // For a price of 10,000 the royalty is in hundredths of a percent.
    rpc.readContract({ ...at, functionName: 'royaltyInfo', args: [0n, 10_000n] }),
    rpc.readContract({ ...at, functionName: 'baseURI' }),
    rpc.readContract({ ...at, functionName: 'transferable' }),
  ])
  return {
    supplyLimit: supplyLimit === 0n ? null : Number(supplyLimit),
    sale: saleOf(price, payee, supply),
    royalty: basisPoints === 0n ? null : { receiver, basisPoints: Number(basisPoints) },
    baseUri: baseUri === '' ? null : baseUri,
    transferable,
  }
}

/** Converts a contract's payments: a price of 0 is no sale, and more than half of `boundlessSale` left is an unlimited one. */
export function saleOf(price: bigint, payee: Address, supply: bigint): Sale | null {
  if (price === 0n) return null
  return { price: price.toString(), payee, supply: supply > boundlessSale / 2n ? null : Number(supply) }
}

/** For functions that semi-fungible collections do not have. */
export function orElse<Value>(none: Value): (error: unknown) => Value {
  return (error) => {
    if (revertData(error) === null) throw error
    return none
  }
}
