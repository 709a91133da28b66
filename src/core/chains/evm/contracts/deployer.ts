import { type Address, getCreate2Address, type Hex, zeroHash } from 'viem'
import { CoreError } from '../../../lib/errors.ts'

/** Deterministic deployment proxy, at this address on every chain that has it (github.com/Arachnid/deterministic-deployment-proxy). */
export const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The address of this code by the deterministic deployer. Hashes all of it: milliseconds for an implementation. */
export function deployedAt(bytecode: Hex): Address {
  return getCreate2Address({ from: deployer, salt: zeroHash, bytecode })
}

/** The error for a network without the deployer. */
export function deployerMissing(): CoreError {
  return new CoreError(
    'network.deployer',
    `This network lacks the deterministic deployer ${deployer}, without which collections cannot be deployed here: have it deployed (anybody can: github.com/Arachnid/deterministic-deployment-proxy), or use another network.`,
  )
}
