module rockpool

go 1.21
