import {
  type Address,
  createTestClient,
  createWalletClient,
  custom,
  type DeployContractParameters,
  getAddress,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { compileTestSource } from '../contracts/support/bench.ts'

/** Somebody else on a practice network, with contracts of their own (OpenZeppelin's). @param rpcUrl where it is now: another place after a start */
export async function stranger(rpcUrl: () => Promise<string>) {
  const account = privateKeyToAccount(generatePrivateKey())
  const transport = custom({
    async request({ method, params }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const { result, error } = await (await fetch(await rpcUrl(), { method: 'POST', headers, body })).json()
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
  })
  const chain = createTestClient({ mode: 'anvil', transport, pollingInterval: 30 }).extend(publicActions)
  await chain.setBalance({ address: account.address, value: parseEther('1000') })
  const wallet = createWalletClient({ account, transport })
  const sources = compileTestSource('Foreign.sol')
  // An idle practice network makes no blocks.
  const done = async (hash: `0x${string}`) => {
    await chain.mine({ blocks: 1 })
    return await chain.waitForTransactionReceipt({ hash, pollingInterval: 30 })
  }

  async function deploy(name: 'Foreign721' | 'Foreign1155' | 'Coin', args: readonly unknown[] = []) {
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
