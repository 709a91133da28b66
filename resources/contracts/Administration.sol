// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OwnableRoles} from "solady/src/auth/OwnableRoles.sol";
import {ERC2981} from "solady/src/tokens/ERC2981.sol";
import {Initializable} from "solady/src/utils/Initializable.sol";

/// @title Who administers a collection, and what it is called
/// @notice An owner, minters, the collection's own metadata (ERC-7572) and royalties (ERC-2981). Nothing here takes coins.
abstract contract Administration is OwnableRoles, ERC2981, Initializable {
    /// @notice The role that may mint, and change metadata besides the owner.
    uint256 public constant MINTER_ROLE = 1;

    /// @notice The call must come with exactly `expected` of the network's smallest coin.
    error WrongValue(uint256 expected);

    /// @notice The collection changes hands in two steps: the new owner calls `requestOwnershipHandover`, then the owner
    /// `completeOwnershipHandover` with the new owner's address, within 48 hours.
    error UseOwnershipHandover();

    /// @notice ERC-7572: `contractURI` has changed.
    event ContractURIUpdated();

    string private _name;

    string private _symbol;

    /// @notice ERC-7572: where the metadata of the collection itself is.
    string public contractURI;

    /// @dev Functions that Solady makes payable to save gas would keep what is sent along for ever.
    modifier withoutCoins() {
        _refuseCoins();
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @notice The collection's name.
    function name() public view virtual returns (string memory) {
        return _name;
    }

    /// @notice The collection's symbol.
    function symbol() public view virtual returns (string memory) {
        return _symbol;
    }

    /// @notice Changes where the metadata of the collection itself is.
    function setContractURI(string calldata uri) external onlyRolesOrOwner(MINTER_ROLE) {
        contractURI = uri;
        emit ContractURIUpdated();
    }

    /// @notice Changes what marketplaces are asked to pay on a sale: `basisPoints` hundredths of a percent to `receiver`. Zero for none.
    function setDefaultRoyalty(address receiver, uint96 basisPoints) external onlyOwner {
        if (basisPoints == 0) _deleteDefaultRoyalty();
        else _setDefaultRoyalty(receiver, basisPoints);
    }

    /// @notice Gives up roles of the caller.
    function renounceRoles(uint256 roles) public payable override withoutCoins {
        super.renounceRoles(roles);
    }

    /// @notice Refuses: an address that nobody has would own the collection for ever. See `UseOwnershipHandover`.
    function transferOwnership(address) public payable override {
        revert UseOwnershipHandover();
    }

    /// @notice Asks to become the owner, who may agree within 48 hours.
    function requestOwnershipHandover() public payable override withoutCoins {
        super.requestOwnershipHandover();
    }

    /// @notice Takes the caller's request to become the owner back.
    function cancelOwnershipHandover() public payable override withoutCoins {
        super.cancelOwnershipHandover();
    }

    function _initializeAdministration(
        string calldata name_,
        string calldata symbol_,
        string calldata contractURI_,
        address owner_
    ) internal {
        if (owner_ == address(0)) revert NewOwnerIsZeroAddress();
        _name = name_;
        _symbol = symbol_;
        contractURI = contractURI_;
        _initializeOwner(owner_);
        _grantRoles(owner_, MINTER_ROLE);
    }

    function _refuseCoins() internal view {
        if (msg.value != 0) revert WrongValue(0);
    }

    /// @dev Stands before every payable function that is the owner's.
    function _checkOwner() internal view override {
        _refuseCoins();
        super._checkOwner();
    }
}
