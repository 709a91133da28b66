import { type Address, getCreate2Address, type Hex, zeroHash } from 'viem'

/** Deterministic deployment proxy, at this address on every chain that has it (github.com/Arachnid/deterministic-deployment-proxy). */
export const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The address of this code by the deterministic deployer. Hashes all of it: milliseconds for an implementation. */
export function deployedAt(bytecode: Hex): Address {
  return getCreate2Address({ from: deployer, salt: zeroHash, bytecode })
}
