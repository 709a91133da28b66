// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Administration} from "./Administration.sol";
import {Fence, Jobs} from "./Jobs.sol";

/// @title How many tokens there are and may be, which jobs were done, and what is shut
/// @notice Jobs are written by minting alone: no holder, buyer or signature touches them.
abstract contract Supply is Administration, Jobs {
    /// @notice The supply limit, less what is set aside for sale, leaves room for `left` more tokens only.
    error SupplyLimitReached(uint256 left);

    /// @notice A supply limit cannot be below the `minted` tokens.
    error SupplyLimitBelowMinted(uint256 minted);

    /// @notice A supply limit cannot be above 2^48 - 1; zero means none.
    error SupplyLimitTooHigh();

    /// @notice Under the supply limit `left` tokens at most can be set aside for sale.
    error SaleSupplyTooHigh(uint256 left);

    /// @notice The metadata of this collection was frozen and cannot be changed.
    error MetadataIsFrozen();

    /// @notice The tokens of this collection cannot be given away, only burned.
    error NotTransferable();

    /// @notice The supply limit has changed; zero means none.
    event SupplyLimitUpdated(uint256 supplyLimit);

    /// @notice From now on no metadata of a token can change.
    event MetadataFrozen();

    /// @notice Whether tokens can be given away has changed.
    event TransferableUpdated(bool transferable);

    /// @dev One slot, since every minting call changes it.
    struct Counters {
        uint48 minted;
        uint48 supplyLimit;
        uint48 saleSupply;
        uint24 batches;
        uint24 unsorted;
        uint32 balanceGas;
        bool frozen;
        bool bound;
    }

    Counters internal _counters;

    /// @notice What a job did: its first token, zero if it was not done.
    mapping(bytes32 jobId => uint256 firstTokenId) public jobs;

    /// @dev Shares its slot with what else changes seldom (Sale).
    uint48 private _burned;

    /// @notice How many tokens there are.
    function totalSupply() external view returns (uint256) {
        return _counters.minted - _burned;
    }

    /// @notice How many tokens were ever minted, bought ones included.
    function minted() public view returns (uint256) {
        return _counters.minted;
    }

    /// @notice Most tokens ever to be minted, burned ones included; zero for no limit.
    function supplyLimit() external view returns (uint256) {
        return _counters.supplyLimit;
    }

    /// @notice Changes the supply limit; zero for none. It never goes below what was minted and what is set aside for sale.
    function setSupplyLimit(uint256 limit) external onlyOwner {
        _setSupplyLimit(limit);
        emit SupplyLimitUpdated(limit);
    }

    /// @notice Whether the metadata of tokens can no longer change.
    function frozen() external view returns (bool) {
        return _counters.frozen;
    }

    /// @notice Ends all changes to the metadata of tokens, those to come included, for good.
    function freeze() external onlyOwner {
        _requireNotFrozen();
        _counters.frozen = true;
        emit MetadataFrozen();
    }

    /// @notice Whether tokens can be given away.
    function transferable() external view returns (bool) {
        return !_counters.bound;
    }

    /// @notice Lets tokens be given away or not: while it is off, approvals and transfers revert; minting, burning and taking approvals back do not.
    function setTransferable(bool on) external onlyOwner {
        _counters.bound = !on;
        emit TransferableUpdated(on);
    }

    function _setSupplyLimit(uint256 limit) internal {
        if (limit > type(uint48).max) revert SupplyLimitTooHigh();
        Counters memory counters = _counters;
        if (limit != 0 && limit < counters.minted) revert SupplyLimitBelowMinted(counters.minted);
        counters.supplyLimit = uint48(limit);
        _setSaleSupply(counters, counters.saleSupply);
        _counters = counters;
    }

    /// @dev Keeps what the rest relies on: minted and set aside together never exceed the limit.
    function _setSaleSupply(Counters memory counters, uint256 saleSupply) internal pure {
        uint256 left = _limitOf(counters) - counters.minted;
        if (saleSupply > left) revert SaleSupplyTooHigh(left);
        counters.saleSupply = uint48(saleSupply);
    }

    /// @dev Takes `count` ids for a job that passes its checks, which go before all others.
    function _claim(bytes32 jobId, Fence calldata fence, Counters memory counters, uint256 count)
        internal
        returns (uint256 first)
    {
        _begin(jobId, fence);
        unchecked {
            uint256 left = _limitOf(counters) - counters.minted - counters.saleSupply;
            if (count > left) revert SupplyLimitReached(left);
            first = uint256(counters.minted) + 1;
            counters.minted += uint48(count);
        }
        jobs[jobId] = first;
        emit JobMinted(jobId, msg.sender, first, count);
    }

    function _firstOf(bytes32 jobId) internal view override returns (uint256) {
        return jobs[jobId];
    }

    function _countBurned(uint256 count) internal {
        unchecked {
            _burned += uint48(count);
        }
    }

    function _requireNotFrozen() internal view {
        if (_counters.frozen) revert MetadataIsFrozen();
    }

    function _requireTransferable() internal view virtual {
        if (_counters.bound) revert NotTransferable();
    }

    function _limitOf(Counters memory counters) private pure returns (uint256) {
        return counters.supplyLimit == 0 ? type(uint48).max : counters.supplyLimit;
    }
}
