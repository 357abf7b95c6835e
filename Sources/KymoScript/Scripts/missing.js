(function (host, kit) {})
