// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Burnable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Burnable.sol";
import {ERC1155URIStorage} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155URIStorage.sol";

/// @notice OpenZeppelin's ERC1155 with the plainest minting: what Collection1155 must not be told apart from.
contract Reference1155 is ERC1155URIStorage, ERC1155Burnable {
    uint256 public minted;
    uint256 private immutable supplyLimit;
    address private immutable minter;
    mapping(bytes32 => bool) private done;
    mapping(uint256 => bool) private defined;
    mapping(uint256 => bytes32) private definedAs;
    mapping(uint256 => uint256) private units;
    mapping(uint256 => uint256) private limits;

    constructor(uint256 supplyLimit_, address minter_) ERC1155("") {
        supplyLimit = supplyLimit_;
        minter = minter_;
    }

    struct Definition {
        uint256 id;
        uint256 limit;
        string uri;
    }

    function token(uint256 id) external view returns (bool, uint256, uint256) {
        return (defined[id], units[id], limits[id]);
    }

    function mintAll(
        bytes32 job,
        address[] calldata to,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        Definition[] calldata definitions
    ) external {
        require(msg.sender == minter && !done[job] && to.length > 0);
        done[job] = true;
        for (uint256 i; i < amounts.length; ++i) minted += amounts[i];
        require(minted <= supplyLimit);
        for (uint256 i; i < definitions.length; ++i) {
            Definition calldata definition = definitions[i];
            require(definition.id != 0);
            bytes32 metadata = keccak256(bytes(definition.uri));
            if (defined[definition.id]) {
                require(metadata == definedAs[definition.id]);
                continue;
            }
            defined[definition.id] = true;
            definedAs[definition.id] = metadata;
            limits[definition.id] = definition.limit;
            _setURI(definition.id, definition.uri);
        }
        for (uint256 i; i < to.length; ++i) {
            require(defined[ids[i]] && amounts[i] > 0);
            units[ids[i]] += amounts[i];
            require(limits[ids[i]] == 0 || units[ids[i]] <= limits[ids[i]]);
            _mint(to[i], ids[i], amounts[i], "");
        }
    }

    function setUris(uint256[] calldata ids, string[] calldata uris) external {
        require(msg.sender == minter);
        for (uint256 i; i < ids.length; ++i) {
            require(defined[ids[i]]);
            _setURI(ids[i], uris[i]);
        }
    }

    function setLimit(uint256 id, uint256 limit) external {
        require(msg.sender == minter && defined[id] && (limit == 0 || limit >= units[id]));
        limits[id] = limit;
    }

    function uri(uint256 id) public view override(ERC1155, ERC1155URIStorage) returns (string memory) {
        require(defined[id]);
        return super.uri(id);
    }
}
