// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/src/tokens/ERC721.sol";
import {Administration} from "./Administration.sol";
import {Batches} from "./Batches.sol";
import {Minting721} from "./Minting721.sol";

/// @title A collection of NFTs that keeps each owner and each balance in a slot, as is usual
/// @notice The standard kind: dear to mint, cheap for other contracts to ask. What can be called is the same as of Collection721.
contract Standard721 is Minting721, ERC721 {
    /// @notice The zero address cannot be an operator.
    error OperatorIsZeroAddress();

    /// @notice Lets `account` move `id` until it is next transferred; the zero address takes that back, at any time.
    function approve(address account, uint256 id) public payable override withoutCoins {
        if (account != address(0)) _requireTransferable();
        super.approve(account, id);
    }

    /// @notice Lets `operator` move all the caller's tokens, or no longer, which is possible at any time.
    function setApprovalForAll(address operator, bool isApproved) public override {
        if (isApproved) _requireTransferable();
        if (operator == address(0)) revert OperatorIsZeroAddress();
        super.setApprovalForAll(operator, isApproved);
    }

    /// @notice Sends `id` from its owner to `to`.
    function transferFrom(address from, address to, uint256 id) public payable override withoutCoins {
        _requireTransferable();
        super.transferFrom(from, to, id);
    }

    /// @notice Destroys `id`, for good. Only its owner, or whom they approved, can.
    function burn(uint256 id) external {
        _burn(msg.sender, id);
        _countBurned(1);
    }

    /// @notice The collection's name.
    function name() public view override(Administration, ERC721) returns (string memory) {
        return Administration.name();
    }

    /// @notice The collection's symbol.
    function symbol() public view override(Administration, ERC721) returns (string memory) {
        return Administration.symbol();
    }

    /// @notice Where the metadata of `tokenId` is.
    function tokenURI(uint256 tokenId) public view override(Minting721, ERC721) returns (string memory) {
        return Minting721.tokenURI(tokenId);
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view override(Minting721, ERC721) returns (bool) {
        return Minting721.supportsInterface(interfaceId);
    }

    function _give(address to, uint256 id) internal override {
        _mint(to, id);
    }

    function _giveBatch(Batches.Head memory head, bytes calldata recipients, bytes32 folder) internal override {
        _giveEach(head, recipients);
        Batches.writeOwned(head, abi.encodePacked(folder));
    }

    function _giveHosted(Batches.Head memory head, bytes calldata recipients, bytes calldata uris) internal override {
        _giveEach(head, recipients);
        Batches.writeOwned(head, uris);
    }

    /// @dev No limit is needed, as `balanceOf` reads one slot.
    function _countReading(Counters memory, Batches.Head memory) internal pure override {}

    function _move(address from, address to, uint256 id) internal override {
        if (to != address(0)) return _transfer(from, to, id);
        if (ownerOf(id) != from) revert TransferFromIncorrectOwner();
        _burn(id);
        _countBurned(1);
    }

    function _requireExists(uint256 id) internal view override {
        if (!_exists(id)) revert TokenDoesNotExist();
    }

    function _requireMinted(uint256 id) internal view override {
        if (id == 0 || id > minted()) revert TokenDoesNotExist();
    }

    function _giveEach(Batches.Head memory head, bytes calldata recipients) private {
        bool sorted = head.kind & Batches.SORTED != 0;
        uint256 last;
        unchecked {
            for (uint256 i; i < head.count; ++i) {
                address to = address(bytes20(recipients[i * 20:]));
                if (to == address(0)) revert Batches.InvalidRecipients();
                if (sorted && uint160(to) < last) revert Batches.RecipientsNotSorted();
                last = uint160(to);
                _mint(to, head.first + i);
            }
        }
    }
}
