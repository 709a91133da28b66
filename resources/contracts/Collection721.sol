// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Batches} from "./Batches.sol";
import {LazyERC721} from "./LazyERC721.sol";
import {Minting721} from "./Minting721.sol";
import {Supply} from "./Supply.sol";

/// @title A collection of NFTs that is minted in batches at the price of their bytes
/// @notice The economy kind: whom a batch was minted to is kept as code, and a slot is taken only when a token moves.
contract Collection721 is Minting721, LazyERC721 {
    /// @notice Unsorted batches have room for `left` more tokens only: sort the recipients and mint them as a sorted batch.
    error UnsortedLimitReached(uint256 left);

    /// @notice The collection holds as many batches as `balanceOf` can search: tokens can still be minted singly.
    error BatchLimitReached();

    function _give(address to, uint256 id) internal override {
        _mintSingle(to, id);
    }

    function _giveBatch(Batches.Head memory head, bytes calldata recipients, bytes32 folder) internal override {
        Batches.write(head, recipients, folder);
    }

    function _giveHosted(Batches.Head memory head, bytes calldata recipients, bytes calldata uris) internal override {
        Batches.writeHosted(head, recipients, uris);
    }

    function _countReading(Counters memory counters, Batches.Head memory head) internal pure override {
        unchecked {
            // What reading one such batch costs balanceOf, with some to spare (measured in test/contracts).
            uint256 cost = 5_200 + head.count * 4;
            if (head.kind & Batches.SORTED == 0) {
                cost = 3_700 + head.count * 42;
                uint256 left = UNSORTED_LIMIT - counters.unsorted;
                if (head.count > left) revert UnsortedLimitReached(left);
                counters.unsorted += uint24(head.count);
            }
            if (counters.balanceGas + cost > BALANCE_GAS_LIMIT) revert BatchLimitReached();
            counters.balanceGas += uint32(cost);
        }
    }

    function _move(address from, address to, uint256 id) internal override(Minting721, LazyERC721) {
        LazyERC721._move(from, to, id);
    }

    function _requireExists(uint256 id) internal view override(Minting721, LazyERC721) {
        LazyERC721._requireExists(id);
    }

    function _requireMinted(uint256 id) internal view override {
        if (!_wasMinted(id)) revert TokenDoesNotExist();
    }

    function _requireTransferable() internal view override(Supply, LazyERC721) {
        Supply._requireTransferable();
    }

    function _mintedOwner(uint256 id) internal view override returns (address) {
        if (!_wasMinted(id)) return address(0);
        (bool found, uint256 index, Batches.Head memory head) = Batches.find(id, _counters.batches);
        return found ? Batches.recipientAt(Batches.pointer(index), id - head.first) : address(0);
    }

    function _mintedBalance(address account) internal view override returns (uint256) {
        return Batches.countOfAll(account, _counters.batches);
    }

    function _wasMinted(uint256 id) internal view override returns (bool) {
        return id != 0 && id <= _counters.minted;
    }

    function _countBurn() internal override {
        _countBurned(1);
    }
}
