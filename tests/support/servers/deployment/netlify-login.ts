/** Netlify's answer to a visitor of a private project, at each path of the site. */
export const netlifyLogin = {
  status: 401,
  headers: { 'content-type': 'text/html' },
  body: String.raw`<!DOCTYPE html>
<html>
<head>
    <title>Login Redirect</title>
</head>
<body>
    <script>
        window.onload = function() {
            var url = new URL('https:\/\/app.netlify.com\/edge-access?domain=my-site.netlify.app\u0026requested_path=%2F');
            window.location.href = url.toString();
        };
    </script>
</body>
</html>`,
};
