// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Sale} from "./Sale.sol";
import {SignedTransfers} from "./SignedTransfers.sol";
import {UriPrefix} from "./UriPrefix.sol";

/// @title What every kind of collection is
/// @notice Owner and minters, supply and jobs, a sale, transfers by signature, royalties. There is no upgrade, and nobody but a token's
/// holder, and whom they approve, can move or burn it.
/// @dev Each kind is deployed once, locked; collections are ERC-1167 clones of it, made by CollectionFactory.
abstract contract Collection is Sale, SignedTransfers, UriPrefix {
    /// @notice What a collection is made with.
    /// @param name Its name.
    /// @param symbol Its symbol.
    /// @param contractURI Where its own metadata is.
    /// @param uriPrefix What goes before the CIDs of its tokens' metadata, empty for `ipfs://`.
    /// @param supplyLimit Most tokens ever to be minted, zero for no limit.
    /// @param owner Who administers it; may mint as well.
    /// @param payments The sale, zeros for none.
    struct Init {
        string name;
        string symbol;
        string contractURI;
        string uriPrefix;
        uint256 supplyLimit;
        address owner;
        Payments payments;
    }

    /// @notice Makes a clone a collection; once.
    function initialize(Init calldata init) external initializer {
        _initializeAdministration(init.name, init.symbol, init.contractURI, init.owner);
        _initializeURIPrefix(init.uriPrefix);
        _setSupplyLimit(init.supplyLimit);
        _setPayments(init.payments);
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view virtual override returns (bool) {
        return interfaceId == 0x49064906 || super.supportsInterface(interfaceId); // ERC-4906; ERC-165, ERC-2981
    }
}
