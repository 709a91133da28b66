// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibClone} from "solady/src/utils/LibClone.sol";

/// @title Makes clones at addresses that are known before they exist
/// @notice A clone's address follows from this factory, the implementation, the caller, a salt and the initializing call, so making it
/// twice is making it once, and nobody else can take its place.
contract CollectionFactory {
    /// @notice There is no contract at this address to make clones of.
    error NotAContract(address implementation);

    /// @notice The initializing call failed without a reason.
    error InitializationFailed();

    /// @notice A clone was made.
    event Cloned(address indexed instance, address indexed implementation, address indexed creator);

    /// @notice Makes and initializes a clone, or does nothing if it exists.
    /// @param implementation The contract to make a clone of.
    /// @param salt Told apart by this, the caller can make several clones that are initialized alike.
    /// @param init The call that initializes the clone.
    /// @return instance The clone's address.
    function clone(address implementation, bytes32 salt, bytes calldata init) external returns (address instance) {
        instance = predict(implementation, msg.sender, salt, init);
        if (instance.code.length != 0) return instance;
        if (implementation.code.length == 0) revert NotAContract(implementation);
        LibClone.cloneDeterministic(implementation, _saltOf(msg.sender, salt, init));
        (bool done, bytes memory reason) = instance.call(init);
        if (!done) {
            if (reason.length == 0) revert InitializationFailed();
            /// @solidity memory-safe-assembly
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
        emit Cloned(instance, implementation, msg.sender);
    }

    /// @notice The address of the clone that `creator` gets for these arguments, whether it exists or not.
    function predict(address implementation, address creator, bytes32 salt, bytes calldata init)
        public
        view
        returns (address)
    {
        return LibClone.predictDeterministicAddress(implementation, _saltOf(creator, salt, init), address(this));
    }

    function _saltOf(address creator, bytes32 salt, bytes calldata init) private pure returns (bytes32) {
        return keccak256(abi.encode(creator, salt, keccak256(init)));
    }
}
