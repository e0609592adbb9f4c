package org.wso2.securevault;

import java.util.Properties;
import org.apache.axiom.om.OMElement;

/** Creates resolvers, by the two methods that Andes calls. */
public final class SecretResolverFactory {

    private SecretResolverFactory() {}

    public static SecretResolver create(Properties configuration) {
        return new SecretResolver();
    }

    public static SecretResolver create(OMElement configuration, boolean captureOnly) {
        return new SecretResolver();
    }
}
