package org.wso2.securevault;

/** Resolver that returns values as they are: the configuration has no encrypted ones. */
public final class SecretResolver {

    SecretResolver() {}

    public boolean isInitialized() {
        return false;
    }

    public boolean isTokenProtected(String token) {
        return false;
    }

    public String resolve(String text) {
        return text;
    }
}
