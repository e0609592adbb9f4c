package dev.dyno.engine.proxy;

/** Direction of bytes through a {@link TcpProxy}. */
public enum Way {
    /** From the client that has connected. */
    TO_SERVER,
    /** From the server that the proxy has connected to. */
    TO_CLIENT
}
