@node "%~dp0pulumi-resource-cdn" %*
