package org.wso2.securevault.commons;

import org.apache.axiom.om.OMElement;
import org.wso2.securevault.SecretResolver;

/** Resolves values, which stay as they are. */
public final class MiscellaneousUtil {

    private MiscellaneousUtil() {}

    public static String resolve(String text, SecretResolver resolver) {
        return resolver.resolve(text);
    }

    public static String resolve(OMElement element, SecretResolver resolver) {
        return resolver.resolve(element.getText());
    }
}
