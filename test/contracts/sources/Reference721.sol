// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";

/// @notice OpenZeppelin's ERC721 with the plainest minting: what Collection721 must not be told apart from.
contract Reference721 is ERC721URIStorage, ERC721Burnable {
    uint256 public minted;
    uint256 private burned;
    uint256 private immutable limit;
    address private immutable minter;
    mapping(bytes32 => bool) private done;

    constructor(string memory name_, string memory symbol_, uint256 limit_, address minter_) ERC721(name_, symbol_) {
        limit = limit_;
        minter = minter_;
    }

    function totalSupply() external view returns (uint256) {
        return minted - burned;
    }

    function mintAll(bytes32 job, address[] calldata to, string[] calldata uris) external {
        require(msg.sender == minter && !done[job] && minted + to.length <= limit);
        done[job] = true;
        for (uint256 i; i < to.length; ++i) {
            _mint(to[i], ++minted);
            _setTokenURI(minted, uris[i]);
        }
    }

    function setUris(uint256[] calldata ids, string[] calldata uris) external {
        require(msg.sender == minter);
        for (uint256 i; i < ids.length; ++i) {
            _requireOwned(ids[i]);
            _setTokenURI(ids[i], uris[i]);
        }
    }

    /// @dev For the metadata of a whole batch, of which some tokens may be burned.
    function setFolder(uint256[] calldata ids, string[] calldata uris) external {
        require(msg.sender == minter);
        for (uint256 i; i < ids.length; ++i) _setTokenURI(ids[i], uris[i]);
    }

    function _update(address to, uint256 id, address auth) internal override returns (address) {
        if (to == address(0)) ++burned;
        return super._update(to, id, auth);
    }

    function tokenURI(uint256 id) public view override(ERC721, ERC721URIStorage) returns (string memory) {
        return super.tokenURI(id);
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC721URIStorage) returns (bool) {
        return super.supportsInterface(id);
    }
}
