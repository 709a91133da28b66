// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Takes copies in the manner that its first slot says, which its owner changes before any transaction he likes.
contract Switched {
    enum Manner { Accept, Refuse, UseAllGas, UseMostGas }

    Manner public manner;

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external view returns (bytes4) {
        if (manner == Manner.Refuse) revert("not in earnest");
        if (manner == Manner.UseAllGas) while (true) {}
        if (manner == Manner.UseMostGas) {
            uint256 left = gasleft() - 450_000;
            while (gasleft() > left) {}
        }
        return this.onERC1155Received.selector;
    }
}

/// @notice Takes copies of whoever pays nothing: of what is only tried out.
contract PriceWatcher {
    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external view returns (bytes4) {
        require(tx.gasprice == 0);
        return this.onERC1155Received.selector;
    }
}

/// @notice Takes copies in every other block.
contract BlockWatcher {
    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external view returns (bytes4) {
        require(block.number % 2 == 0);
        return this.onERC1155Received.selector;
    }
}
