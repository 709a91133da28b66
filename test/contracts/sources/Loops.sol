// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721 as OpenZeppelin721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {OwnableRoles} from "solady/src/auth/OwnableRoles.sol";
import {ERC1155 as Solady1155} from "solady/src/tokens/ERC1155.sol";
import {ERC721 as Solady721} from "solady/src/tokens/ERC721.sol";

/// @notice What a usual script mints with: OpenZeppelin's wizard, one `safeMint` with a URI a transaction.
contract UsualScript is ERC721URIStorage, AccessControl {
    uint256 private next;

    constructor() OpenZeppelin721("Usual", "USE") {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    function safeMint(address to, string calldata uri) external onlyRole(DEFAULT_ADMIN_ROLE) {
        uint256 id = next++;
        _safeMint(to, id);
        _setTokenURI(id, uri);
    }

    function supportsInterface(bytes4 id) public view override(ERC721URIStorage, AccessControl) returns (bool) {
        return super.supportsInterface(id);
    }
}

/// @notice OpenZeppelin in a loop, metadata in one folder.
contract OpenZeppelinLoop is OpenZeppelin721, AccessControl {
    uint256 private next;

    constructor() OpenZeppelin721("Loop", "OZ") {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    function mintBatch(address[] calldata to) external onlyRole(DEFAULT_ADMIN_ROLE) {
        uint256 id = next;
        for (uint256 i; i < to.length; ++i) _mint(to[i], id++);
        next = id;
    }

    function supportsInterface(bytes4 id) public view override(OpenZeppelin721, AccessControl) returns (bool) {
        return super.supportsInterface(id);
    }
}

/// @notice ERC721A, which saves where one account gets several tokens: here each goes to another.
contract Erc721aLoop is ERC721A, OwnableRoles {
    constructor() ERC721A("Loop", "A") {
        _initializeOwner(msg.sender);
        _grantRoles(msg.sender, 1);
    }

    function mintBatch(address[] calldata to) external onlyRoles(1) {
        for (uint256 i; i < to.length; ++i) _mint(to[i], 1);
    }
}

/// @notice Solady's ERC1155 in a loop: one token id, a unit each.
contract Solady1155Loop is Solady1155, OwnableRoles {
    constructor() {
        _initializeOwner(msg.sender);
        _grantRoles(msg.sender, 1);
    }

    function mintBatch(address[] calldata to) external onlyRoles(1) {
        for (uint256 i; i < to.length; ++i) _mint(to[i], 1, 1, "");
    }

    function uri(uint256) public pure override returns (string memory) {
        return "";
    }
}

/// @notice Solady in a loop, metadata in one folder.
contract SoladyLoop is Solady721, OwnableRoles {
    uint256 private next;

    constructor() {
        _initializeOwner(msg.sender);
        _grantRoles(msg.sender, 1);
    }

    function mintBatch(address[] calldata to) external onlyRoles(1) {
        uint256 id = next;
        for (uint256 i; i < to.length; ++i) _mint(to[i], id++);
        next = id;
    }

    function name() public pure override returns (string memory) {
        return "Loop";
    }

    function symbol() public pure override returns (string memory) {
        return "SOL";
    }

    function tokenURI(uint256) public pure override returns (string memory) {
        return "";
    }
}
