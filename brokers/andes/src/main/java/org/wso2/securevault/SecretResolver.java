package org.wso2.securevault;

/** Knows no secrets: the configuration holds values as they are. */
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
