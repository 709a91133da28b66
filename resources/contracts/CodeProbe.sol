// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Tells which of many addresses are contracts
/// @notice Never deployed: an `eth_call` without a target runs the constructor and reads what it returns, one byte an address, in order:
/// 1 for a contract, 0 for an account of a person, also one that has lent itself code (EIP-7702).
contract CodeProbe {
    /// @param addresses 20 bytes each.
    constructor(bytes memory addresses) {
        assembly ("memory-safe") {
            let count := div(mload(addresses), 20)
            let answers := mload(0x40)
            for { let i := 0 } lt(i, count) { i := add(i, 1) } {
                let account := shr(96, mload(add(add(addresses, 32), mul(i, 20))))
                mstore(0, 0)
                extcodecopy(account, 0, 0, 3)
                let isDelegated := eq(shr(232, mload(0)), 0xef0100)
                mstore8(add(answers, i), and(gt(extcodesize(account), 0), iszero(isDelegated)))
            }
            return(answers, count)
        }
    }
}
