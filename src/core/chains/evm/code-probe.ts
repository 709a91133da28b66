import { concatHex, encodeDeployData, type Hex, hexToBytes } from 'viem'
import { codeProbe } from '../../../../resources/contracts/artifacts/code-probe.ts'
import type { RpcClient } from './rpc/rpc.ts'

/** Ours: 20 KB of data and 2.6 M gas (2,600 for each address, EIP-2929), well within what every node takes for a call. */
const addressesPerCall = 1_000

/** Which of these addresses are contracts at the head, in lower case; accounts with delegated code (EIP-7702) do not count. */
export async function contractsAmong(rpc: RpcClient, addresses: readonly string[]): Promise<Set<string>> {
  const contracts = new Set<string>()
  for (let from = 0; from < addresses.length; from += addressesPerCall) {
    const asked = addresses.slice(from, from + addressesPerCall).map((address) => address.toLowerCase())
    const { abi, bytecode } = codeProbe
    const { data } = await rpc.call({ data: encodeDeployData({ abi, bytecode, args: [concatHex(asked as Hex[])] }) })
    const answers = data === undefined ? undefined : hexToBytes(data)
    if (answers?.length !== asked.length)
      throw new Error(`the node answered for ${answers?.length ?? 0} of ${asked.length} addresses`)
    for (const [place, address] of asked.entries()) if (answers[place] === 1) contracts.add(address)
  }
  return contracts
}
