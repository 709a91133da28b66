// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @notice A stranger's ERC-721, as most are.
contract Foreign721 is ERC721URIStorage {
    constructor() ERC721("Strangers", "STR") {}

    function mint(address to, uint256 id, string calldata uri_) external {
        _mint(to, id);
        _setTokenURI(id, uri_);
    }

    function mintMany(address to, uint256 first, uint256 count) external {
        for (uint256 id = first; id < first + count; id++) _mint(to, id);
    }

    function burn(uint256 id) external {
        _burn(id);
    }
}

/// @notice A stranger's ERC-1155.
contract Foreign1155 is ERC1155 {
    constructor(string memory uri_) ERC1155(uri_) {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}

/// @notice Says in its events that it gives tokens away, and uses up all gas when it is asked.
contract Hostile721 {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    function pretend(address to, uint256 id) external {
        emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256) external pure returns (address) {
        while (true) {}
        return address(0);
    }
}

/// @notice Fungible: its `Transfer` has the same first topic, and one less of them.
contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function give(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

/// @notice Takes no tokens, and refuses them with an error of Mintdesk's own contracts.
contract Refuser {
    error AnotherHistory();

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        revert AnotherHistory();
    }
}
