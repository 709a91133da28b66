import { type Address, zeroAddress } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import type { ContractSettings, Sale } from '../../family/collections.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { boundlessSale } from './calls.ts'
import { revertData } from './faults.ts'

const { abi } = collection721

/** What can be changed of a collection, as its contract has it at one block; what a contract does not know stands as at first. */
export async function contractSettings(rpc: RpcClient, address: Address): Promise<ContractSettings> {
  const at = { abi, address, blockNumber: await rpc.getBlockNumber({ cacheTime: 0 }) } as const
  const [supplyLimit, [price, payee, supply], [receiver, basisPoints], baseUri, transferable] = await Promise.all([
    rpc.readContract({ ...at, functionName: 'supplyLimit' }),
    rpc.readContract({ ...at, functionName: 'payments' }).catch(orElse([0n, zeroAddress, 0n] as const)),
    // Of a price of 10,000, so that the royalty is in hundredths of a percent.
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

/** A contract's payments in the engine's terms: no price is no sale, and half of all there may ever be is one without bound. */
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
