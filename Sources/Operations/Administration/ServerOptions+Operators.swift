internal import Hosting

extension ServerOptions {
    /// Where the operators' socket is; nil for nowhere.
    package var adminSocketPath: String? {
        if adminSocket.isEmpty { return nil }
        return adminSocket.hasPrefix("/") ? adminSocket : "\(data)/\(adminSocket)"
    }

    /// Where figures are told; nil for nowhere but on the operators' socket.
    var metricsAddress: ListenAddress? { ListenAddress(settingText: metricsListen) }
}
