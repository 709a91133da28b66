import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type DeployContractParameters,
  getAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { appState } from '../../src/shared/app-api.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import type { Caller } from '../core/trial-core.ts'
import { until } from '../minting/open-engine.ts'
import { receiptOf } from '../practice/receipt.ts'

/**
 * Somebody else on a practice network that is up, with contracts of their own (OpenZeppelin's): by its front, as everybody.
 * @param window calls to the core as it is now: a network is in another place after a start
 */
export async function stranger(window: () => Caller, name = 'polygon') {
  const account = privateKeyToAccount(generatePrivateKey())
  const rpcUrl = async (): Promise<string> => {
    return await until('the network is up', async () => {
      const { networks } = appState.parse((await window()('GET', '/app/state')).json)
      return networks.find(({ chain }) => chain === name)?.rpcUrl ?? undefined
    })
  }
  const transport = custom({
    async request({ method, params }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const { result, error } = await (await fetch(await rpcUrl(), { method: 'POST', headers, body })).json()
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
  })
  const chain = createPublicClient({ transport, pollingInterval: 30, cacheTime: 0 })
  const { status } = await window()('POST', `/app/practice/${name}/fund`, { address: account.address, amount: '1000' })
  if (status !== 200) throw new Error(`nothing was given: ${status}`)
  const wallet = createWalletClient({ account, transport })
  const sources = compileTestSource('Foreign.sol')
  const done = (hash: `0x${string}`) => receiptOf(chain, hash)

  async function deploy(name: 'Foreign721' | 'Foreign1155' | 'Coin' | 'Refuser', args: readonly unknown[] = []) {
    const { abi, bytecode } = sources(name)
    const { contractAddress } = await done(
      await wallet.deployContract({ chain: null, abi, bytecode, args, gas: 5_000_000n } as DeployContractParameters),
    )
    const address = getAddress(contractAddress ?? '')
    return {
      address,
      async write(functionName: string, ...of: unknown[]): Promise<void> {
        const { status } = await done(
          await wallet.writeContract({ chain: null, abi, address, functionName, args: of, gas: 1_000_000n }),
        )
        if (status !== 'success') throw new Error(`${functionName} failed`)
      },
      read: (functionName: string, ...of: unknown[]) => chain.readContract({ abi, address, functionName, args: of }),
    }
  }
  return { chain, address: account.address as Address, deploy }
}

export type Stranger = Awaited<ReturnType<typeof stranger>>
