/** A contract in place of ENS's universal resolver, at its address, on an anvil that plays Ethereum's main network. */
import { createRequire } from 'node:module'
import { encodeAbiParameters, encodeFunctionData, type Hex, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { z } from 'zod'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'

/** Answers what it was told; a name with a server is asked for there, as a resolver with off-chain records does (EIP-3668). */
const source = `
pragma solidity ^0.8.20;
contract UniversalResolver {
  error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
  error ResolverNotFound(bytes name);
  error ResolverError(bytes errorData);
  mapping(bytes32 => bytes) records;
  mapping(bytes32 => string) servers;
  mapping(bytes32 => bool) reverting;
  function setRecord(bytes calldata name, bytes calldata data, bytes calldata result) external {
    records[keccak256(abi.encode(name, data))] = result;
  }
  function setServer(bytes calldata name, string calldata url) external { servers[keccak256(name)] = url; }
  function setReverting(bytes calldata name) external { reverting[keccak256(name)] = true; }
  function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
    external view returns (bytes memory, address)
  {
    if (reverting[keccak256(name)]) revert ResolverError("");
    string memory server = servers[keccak256(name)];
    if (bytes(server).length > 0) {
      string[] memory urls = new string[](1);
      urls[0] = server;
      revert OffchainLookup(address(this), urls, data, this.answered.selector, name);
    }
    bytes memory result = records[keccak256(abi.encode(name, data))];
    if (result.length == 0) revert ResolverNotFound(name);
    return (result, address(this));
  }
  function answered(bytes calldata response, bytes calldata) external view returns (bytes memory, address) {
    return (response, address(this));
  }
}`

const abi = parseAbi([
  'function setRecord(bytes name, bytes data, bytes result)',
  'function setServer(bytes name, string url)',
  'function setReverting(bytes name)',
])
const addrAbi = parseAbi(['function addr(bytes32 node)', 'function addr(bytes32 node, uint256 coinType)'])
const address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

export interface PlayedEns extends PlayedNetwork {
  /** The record of a coin type; 60 is Ethereum's, which has a call of its own. */
  record(name: string, to: string, coinType?: bigint): Promise<void>
  /** A name's records are off chain, at this address. */
  server(name: string, url: string): Promise<void>
  reverting(name: string): Promise<void>
}

const compiled = z.object({
  contracts: z.object({
    a: z.object({
      UniversalResolver: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
    }),
  }),
})

/** @param blockSeconds between blocks that come by themselves; each record is in one of its own */
export async function playEns(blockSeconds = 1): Promise<PlayedEns> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc')
  const settings = { outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } }
  const input = { language: 'Solidity', sources: { a: { content: source } }, settings }
  const { contracts } = compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  const network = await playNetwork(1, blockSeconds)
  const { client } = network
  const code: Hex = `0x${contracts.a.UniversalResolver.evm.deployedBytecode.object}`
  await client.setCode({ address, bytecode: code })
  const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const send = async (data: Hex) => {
    const hash = await client.sendUnsignedTransaction({ from, to: address, data })
    await client.mine({ blocks: 1 })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  }
  const packet = (name: string) => toHex(packetToBytes(name))
  return {
    ...network,
    record(name, to, coinType = 60n) {
      const node = namehash(name)
      const [data, result] =
        coinType === 60n
          ? [
              encodeFunctionData({ abi: addrAbi, functionName: 'addr', args: [node] }),
              encodeAbiParameters([{ type: 'address' }], [to as Hex]),
            ]
          : [
              encodeFunctionData({ abi: addrAbi, functionName: 'addr', args: [node, coinType] }),
              encodeAbiParameters([{ type: 'bytes' }], [to as Hex]),
            ]
      return send(encodeFunctionData({ abi, functionName: 'setRecord', args: [packet(name), data, result] }))
    },
    server: (name, url) => send(encodeFunctionData({ abi, functionName: 'setServer', args: [packet(name), url] })),
    reverting: (name) => send(encodeFunctionData({ abi, functionName: 'setReverting', args: [packet(name)] })),
  }
}

/** What a server answers for Ethereum's record. */
export function addressAnswer(to: string): Hex {
  return encodeAbiParameters([{ type: 'address' }], [to as Hex])
}
