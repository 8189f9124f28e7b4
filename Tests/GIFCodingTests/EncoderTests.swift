import GIFCoding
