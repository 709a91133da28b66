// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "solady/src/utils/ECDSA.sol";

interface ISale {
    function purchase(address to, uint256 quantity) external payable returns (uint256);
}

/// @notice Takes coins in the ways contracts do.
contract Payee {
    enum Manner { Accept, Reject, BuyOnce, UseAllGas, LongAnswer }

    Manner public immutable manner;
    bool private bought;

    constructor(Manner manner_) {
        manner = manner_;
    }

    receive() external payable {
        if (manner == Manner.Reject) revert("no coins, please");
        if (manner == Manner.UseAllGas) while (true) bought = !bought;
        if (manner == Manner.LongAnswer) {
            assembly {
                revert(0, 1000000)
            }
        }
        if (manner == Manner.BuyOnce && !bought) {
            bought = true;
            ISale(msg.sender).purchase{value: msg.value}(address(this), 1);
        }
    }
}

/// @notice A holder by EIP-1271, whose one key can be changed.
contract SmartWallet {
    address public key;

    constructor(address key_) {
        key = key_;
    }

    function setKey(address key_) external {
        key = key_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.tryRecoverCalldata(hash, signature) == key ? this.isValidSignature.selector : bytes4(0);
    }
}
